/** The path of the workflow in a repository, with slashes. */
export const WORKFLOW_FILE = '.github/workflows/holdfast.yml';

export interface WorkflowOptions {
  /** The start of the labels and of the commands in comments. */
  readonly labelPrefix: string;
  /** What npm installs to get the program `holdfast`: a package with its version, or the URL of an archive. */
  readonly packageSpec: string;
  /** The workspace folder, relative to the top level of the repository, with slashes. Default: the top level. */
  readonly folder?: string;
}

/** The actions of the workflow. A tag can be moved, a commit cannot. */
const ACTIONS = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  createAppToken: 'actions/create-github-app-token@1b10c78c7865c340bc4f6099eb2f838309f1e8c3 # v3.1.1',
} as const;

/**
 * A GitHub Actions workflow that performs the steps of items [PIPE-7]. A first job finds the items that an event is about; a
 * second one performs the steps of each; a third one starts the workflow again for items that are not finished in time. Runs
 * of the same item wait for each other. Text of events reaches commands only through environment variables.
 *
 * Commands of contracts run code that a model wrote [CONF-5]. They run in a sandbox without network, in a job whose secrets
 * are in the environment of one step only. That step replaces its shell by Holdfast, which erases them from its own
 * environment. No other process above a command receives a secret, and git's configuration contains none.
 */
export function createWorkflow({ labelPrefix, packageSpec, folder = '' }: WorkflowOptions): string {
  const workspaceFolder = quoteYaml(folder === '' ? '.' : folder);
  return `# Performs the steps of Holdfast work items. Written by "holdfast init --actions".
#
# Secrets:   HOLDFAST_API_KEY    the API key of the model.
#            HOLDFAST_DATABASE_URL
#                                optional: the PostgreSQL server with the shared history. Without it, each job has a new history.
#            HOLDFAST_APP_KEY    optional: the private key of a GitHub App that acts instead of the default token.
# Variables: HOLDFAST_APP_ID     optional: the id of that app.
#
# Pull requests of the default token start no workflows, so they have no CI. With a GitHub App, they have. The app needs the
# permissions that the step "Create the token of the app" lists. Without an app, allow the default token to create pull
# requests: Settings > Actions > General > "Allow GitHub Actions to create and approve pull requests".
#
# The commands of contracts run code that a model wrote, so the job "step" keeps the secrets from them:
# - They run in a sandbox without network. A contract whose commands need the network says "network: true", which the plan of
#   a model cannot.
# - What they need from the network is installed before, by the step "Install dependencies". Add what it lacks.
# - The secrets are in the "env" of the step "Perform the steps" only. Do not move them to the job or to the workflow, start
#   Holdfast there with "exec" and not with npx, and add no other command to that step.
# - Actions are pinned to commits. To update one, replace its commit and its version.
name: Holdfast

on:
  issues:
    types: [labeled, unlabeled, edited, closed, reopened]
  issue_comment:
    types: [created]
  pull_request_review:
    types: [submitted, dismissed]
  # Unlike pull_request, this event uses the workflow of the default branch. No job checks the pull request out.
  pull_request_target:
    types: [closed]
  schedule:
    # Events can be lost, and a step that ended with "try again later" must be repeated.
    - cron: '17 * * * *'
  workflow_dispatch:
    inputs:
      item:
        description: The number of the issue. Empty for all issues that have the label ${labelPrefix}:run
        required: false

permissions: {}

jobs:
  find:
    name: Find the items
    # Comments and reviews of people without access start nothing. Holdfast checks their permission again.
    if: >-
      github.event_name == 'schedule' || github.event_name == 'workflow_dispatch' ||
      (github.event_name == 'issues' && github.event.sender.type != 'Bot' &&
        (startsWith(github.event.label.name, '${labelPrefix}:') ||
          contains(github.event.issue.labels.*.name, '${labelPrefix}:run'))) ||
      (github.event_name == 'issue_comment' && !github.event.issue.pull_request &&
        startsWith(github.event.comment.body, '/${labelPrefix} ') &&
        contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), github.event.comment.author_association)) ||
      (github.event_name == 'pull_request_review' &&
        github.event.pull_request.head.repo.full_name == github.repository &&
        startsWith(github.event.pull_request.head.ref, '${labelPrefix}/') &&
        contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), github.event.review.author_association)) ||
      (github.event_name == 'pull_request_target' &&
        github.event.pull_request.head.repo.full_name == github.repository &&
        startsWith(github.event.pull_request.head.ref, '${labelPrefix}/'))
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      issues: read # which items have the run label
    outputs:
      items: \${{ steps.find.outputs.items }}
    steps:
      - id: find
        env:
          EVENT: \${{ github.event_name }}
          ISSUE: \${{ github.event.issue.number || inputs.item }}
          BRANCH: \${{ github.event.pull_request.head.ref }}
          GH_TOKEN: \${{ github.token }}
        run: |
          case "$EVENT:$ISSUE" in
            schedule:* | workflow_dispatch:)
              # A closed item with the run label must still be cancelled.
              items=$(gh issue list --repo "$GITHUB_REPOSITORY" --state all --label '${labelPrefix}:run' --limit 200 \\
                --json number --jq 'map(.number | tostring) | tojson')
              ;;
            pull_request_*)
              # ${labelPrefix}/<item>/<round>/<stage or sub-item>
              item=$(cut -d / -f 2 <<< "$BRANCH")
              items="[\\"$item\\"]"
              ;;
            *)
              item=$ISSUE
              items="[\\"$item\\"]"
              ;;
          esac
          if [[ ! "$items" =~ ^\\[(\\"[0-9]+\\"(,\\"[0-9]+\\")*)?\\]$ ]]; then
            echo "::error::This is not the number of an issue: $items"
            exit 1
          fi
          echo "items=$items" >> "$GITHUB_OUTPUT"

  step:
    name: Item \${{ matrix.item }}
    needs: find
    if: needs.find.outputs.items != '[]'
    strategy:
      fail-fast: false
      matrix:
        item: \${{ fromJSON(needs.find.outputs.items) }}
    concurrency:
      group: holdfast-item-\${{ matrix.item }}
      # Runs of one item wait for each other, and none replaces another.
      queue: max
    runs-on: ubuntu-latest
    timeout-minutes: 350
    permissions:
      contents: write # branches, and the state of items under refs/holdfast
      issues: write # comments, labels, sub-issues
      pull-requests: write # results, and what people say about them
      statuses: write # the approval of safety-affecting changes
      actions: read # whether the run that owns a lock has ended
    outputs:
      again: \${{ steps.result.outputs.again }}
    steps:
      - name: Prepare the sandbox of commands
        run: |
          try_sandbox() {
            bwrap --unshare-user --unshare-pid --unshare-net --ro-bind / / --dev /dev --proc /proc true
          }
          if ! try_sandbox 2> /dev/null; then
            command -v bwrap > /dev/null || { sudo apt-get update -qq && sudo apt-get install -qq -y bubblewrap; }
            # Ubuntu 24.04 and later forbid user namespaces to programs without a profile.
            if [ -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ]; then
              sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
            fi
            if ! try_sandbox; then
              echo '::error::bubblewrap cannot create a sandbox on this runner, so no command of a contract can run. Use a' \\
                'runner that permits user namespaces, such as ubuntu-latest, not in a container.'
              exit 1
            fi
          fi
      - uses: ${ACTIONS.checkout}
        with:
          # The configuration and the gates are those of the base branch, never those of a pull request.
          ref: \${{ github.event.repository.default_branch }}
          fetch-depth: 0
          # Commands can read the configuration of git.
          persist-credentials: false
      - uses: ${ACTIONS.setupNode}
        with:
          node-version: 24
          # Other workflows can write to a cache.
          package-manager-cache: false
      - name: Install Holdfast
        id: install
        env:
          HOLDFAST_PACKAGE: ${quoteYaml(packageSpec)}
        run: |
          npm install --global --ignore-scripts -- "$HOLDFAST_PACKAGE"
          # The files, because the scripts of dependencies can change the PATH of later steps.
          {
            echo "node=$(readlink -f "$(command -v node)")"
            echo "program=$(readlink -f "$(command -v holdfast)")"
            echo "stop=$(cat /proc/sys/kernel/random/uuid)"
          } >> "$GITHUB_OUTPUT"
      # The scripts of packages run here, without a sandbox and without a secret in their environment.
      - name: Install dependencies
        working-directory: ${workspaceFolder}
        run: |
          if [ -e package-lock.json ]; then npm ci; fi
          if [ -e pnpm-lock.yaml ]; then corepack enable pnpm && pnpm install --frozen-lockfile; fi
          if [ -e yarn.lock ]; then corepack enable yarn && yarn install --frozen-lockfile; fi
          if [ -e requirements.txt ]; then python3 -m venv .venv && .venv/bin/pip install -r requirements.txt; fi
          if [ -e go.mod ]; then go mod download; fi
          if [ -e Cargo.lock ]; then cargo fetch --locked; fi
      - name: Create the token of the app
        id: app
        if: vars.HOLDFAST_APP_ID != ''
        uses: ${ACTIONS.createAppToken}
        with:
          client-id: \${{ vars.HOLDFAST_APP_ID }}
          private-key: \${{ secrets.HOLDFAST_APP_KEY }}
          permission-contents: write
          permission-issues: write
          permission-pull-requests: write
          permission-statuses: write
      - name: Perform the steps
        id: perform
        # The next step decides: "try again later" is no failure.
        continue-on-error: true
        working-directory: ${workspaceFolder}
        env:
          NODE: \${{ steps.install.outputs.node }}
          PROGRAM: \${{ steps.install.outputs.program }}
          STOP: \${{ steps.install.outputs.stop }}
          ITEM: \${{ matrix.item }}
          # Events of the default token start no workflow, so this job repeats the steps until the item waits. The last one
          # must end within the limit of the job. The token of an app is valid for an hour.
          MINUTES: \${{ steps.app.outputs.token && '30' || '180' }}
          HOLDFAST_CONFINEMENT: strict
          HOLDFAST_FORGE: github
          GITHUB_TOKEN: \${{ steps.app.outputs.token || github.token }}
          HOLDFAST_API_KEY: \${{ secrets.HOLDFAST_API_KEY }}
          HOLDFAST_DATABASE_URL: \${{ secrets.HOLDFAST_DATABASE_URL }}
        run: |
          # The log contains text of models, which must not become a command of the runner.
          echo "::stop-commands::$STOP"
          # Without "exec", this shell would keep the secrets in its environment, above the commands of the contract.
          exec "$NODE" "$PROGRAM" step "$ITEM" --jobs 2 --repeat "$MINUTES" --format json > "$RUNNER_TEMP/step.json"
      - name: Read the result
        id: result
        run: |
          outcome=$(node -p 'JSON.parse(fs.readFileSync(0, "utf8") || "{}").outcome' < "$RUNNER_TEMP/step.json")
          case "$outcome" in
            advanced) echo "again=true" >> "$GITHUB_OUTPUT" ;;
            nothing) ;;
            busy) echo '::notice::The item could not be worked on now. The schedule tries again.' ;;
            *)
              echo '::error::The step failed. The log of "Perform the steps" has the reason.'
              exit 1
              ;;
          esac

  again:
    name: Continue later
    needs: step
    # Also if another item failed.
    if: \${{ !cancelled() && needs.step.outputs.again == 'true' }}
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      actions: write # starts this workflow
    steps:
      - env:
          GH_TOKEN: \${{ github.token }}
        run: gh workflow run holdfast.yml --repo "$GITHUB_REPOSITORY"
`;
}

/** Whether a workflow, which can be an edited or an older one, runs commands in a sandbox and below no shell. */
export function confinesCommands(workflow: string): boolean {
  return /^ *HOLDFAST_CONFINEMENT: strict$/m.test(workflow) && /^ *exec .* step /m.test(workflow);
}

function quoteYaml(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

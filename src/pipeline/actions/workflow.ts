/** The path of the workflow in a repository, with slashes. */
export const WORKFLOW_FILE = '.github/workflows/holdfast.yml';

export interface WorkflowOptions {
  /** The start of the labels and of the commands in comments. */
  readonly labelPrefix: string;
  /** What npm installs to get the program `holdfast`: a package with its version, or the URL of an archive. */
  readonly packageSpec: string;
}

/**
 * A GitHub Actions workflow that performs the steps of items [PIPE-7]. A first job finds the items that an event is about; a
 * second one performs the steps of each. Runs of the same item wait for each other. Text of events reaches commands only
 * through environment variables.
 */
export function createWorkflow({ labelPrefix, packageSpec }: WorkflowOptions): string {
  return `# Performs the steps of Holdfast work items. Written by "holdfast init --actions".
#
# Secrets:   HOLDFAST_API_KEY    the API key of the model.
#            HOLDFAST_DATABASE_URL
#                                optional: the PostgreSQL server with the shared history. Without it, each job has a new history.
#            HOLDFAST_APP_KEY    optional: the private key of a GitHub App that acts instead of the default token.
# Variables: HOLDFAST_APP_ID     optional: the id of that app.
#
# Pull requests of the default token start no workflows, so they have no CI. With a GitHub App, they have. The app needs the
# permissions that the job "step" lists, except "actions". Without an app, allow the default token to create pull requests:
# Settings > Actions > General > "Allow GitHub Actions to create and approve pull requests".
name: Holdfast

on:
  issues:
    types: [labeled, unlabeled, edited, closed, reopened]
  issue_comment:
    types: [created]
  pull_request_review:
    types: [submitted, dismissed]
  pull_request_target:
    types: [closed]
  schedule:
    # Events can be lost, and a step that ended with "try again later" must be repeated.
    - cron: '17 * * * *'
  workflow_dispatch:
    inputs:
      item:
        description: The number of the issue
        required: true

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
      issues: read
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
          case "$EVENT" in
            schedule)
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
      pull-requests: write
      statuses: write
      actions: write # starts this workflow again, and reads whether the run that owns a lock has ended
    steps:
      - id: app
        if: vars.HOLDFAST_APP_ID != ''
        uses: actions/create-github-app-token@v2
        with:
          app-id: \${{ vars.HOLDFAST_APP_ID }}
          private-key: \${{ secrets.HOLDFAST_APP_KEY }}
      - uses: actions/checkout@v6
        with:
          # The configuration and the gates are those of the base branch, never those of a pull request.
          ref: \${{ github.event.repository.default_branch }}
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@v6
        with:
          node-version: 24
      - name: Install Holdfast
        env:
          HOLDFAST_PACKAGE: ${quoteYaml(packageSpec)}
        run: npm install --global "$HOLDFAST_PACKAGE"
      - name: Perform the steps
        env:
          ITEM: \${{ matrix.item }}
          GITHUB_TOKEN: \${{ steps.app.outputs.token || github.token }}
          DISPATCH_TOKEN: \${{ github.token }}
          HOLDFAST_FORGE: github
          HOLDFAST_API_KEY: \${{ secrets.HOLDFAST_API_KEY }}
          HOLDFAST_DATABASE_URL: \${{ secrets.HOLDFAST_DATABASE_URL }}
        run: |
          # Events of the default token start no workflow, so this job repeats the steps until the item waits. The last one
          # must end within the limit of the job, with one attempt of each sub-item.
          deadline=$((SECONDS + 3 * 3600))
          while true; do
            code=0
            holdfast step "$ITEM" --jobs 2 --format json > "$RUNNER_TEMP/step.json" || code=$?
            case "$code" in
              0) ;;
              75) exit 0 ;; # try again later: the schedule does
              *) exit "$code" ;;
            esac
            outcome=$(node -p 'JSON.parse(fs.readFileSync(0, "utf8")).outcome' < "$RUNNER_TEMP/step.json")
            [ "$outcome" = advanced ] || exit 0
            if [ "$SECONDS" -ge "$deadline" ]; then
              GH_TOKEN=$DISPATCH_TOKEN gh workflow run holdfast.yml --repo "$GITHUB_REPOSITORY" -f item="$ITEM"
              exit 0
            fi
          done
`;
}

function quoteYaml(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

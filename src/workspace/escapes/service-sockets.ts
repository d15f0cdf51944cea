import path from 'node:path';
import { entriesOf } from '../confinement/examine-path.ts';
import { listSocketPaths } from '../confinement/outside-paths.ts';

/** Sockets of services that start programs, hold keys or show the screen of the user. */
const SERVICES = [
  ...['/var/run/docker.sock', '/run/docker.sock', '/run/containerd/containerd.sock', '/run/podman/podman.sock'],
  ...['/run/crio/crio.sock', '/run/buildkit/buildkitd.sock', '/run/libvirt/libvirt-sock', '/run/snapd.socket'],
  ...[
    '/run/dbus/system_bus_socket',
    '/run/systemd/private',
    '/run/systemd/journal/stdout',
    '/run/systemd/io.systemd.Home',
  ],
  ...['/run/systemd/notify', '/run/acpid.socket', '/run/cups/cups.sock', '/run/postgresql/.s.PGSQL.5432'],
  ...['/run/mysqld/mysqld.sock', '/run/redis/redis-server.sock', '/dev/log'],
];

/** The same below the folder of the session of the user. */
const SESSION_SERVICES = [
  ...['bus', 'systemd/private', 'docker.sock', 'podman/podman.sock', 'keyring/control', 'keyring/ssh', 'pulse/native'],
  ...['gnupg/S.gpg-agent', 'gnupg/S.gpg-agent.ssh', 'pipewire-0', 'wayland-0', 'gcr/ssh'],
];

/** Variables that name a socket, some with a prefix or with more behind it. */
const VARIABLES = [
  'SSH_AUTH_SOCK',
  'DOCKER_HOST',
  'DBUS_SESSION_BUS_ADDRESS',
  'TMUX',
  'VSCODE_IPC_HOOK_CLI',
  'GPG_AGENT_INFO',
];

/** Folders in which programs of a user listen. */
const FOLDERS = ['/tmp/.X11-unix', '/tmp/.ICE-unix'];

/** The sockets with a path of the services of this machine, whether they exist or not. */
export function listServiceSockets(
  environment: Readonly<Record<string, string | undefined>>,
  userId: number | undefined,
): readonly string[] {
  const session = environment['XDG_RUNTIME_DIR'] ?? `/run/user/${userId ?? 0}`;
  const named = VARIABLES.flatMap((name) => /\/[^,:;]+/.exec(environment[name] ?? '')?.[0] ?? []);
  const inFolders = [...FOLDERS, `/tmp/tmux-${userId ?? 0}`].flatMap((folder) =>
    entriesOf(folder).map(({ name }) => path.join(folder, name)),
  );
  const known = [...SERVICES, ...SESSION_SERVICES.map((name) => path.join(session, name)), ...named, ...inFolders];
  return [...new Set([...known, ...listSocketPaths()])];
}

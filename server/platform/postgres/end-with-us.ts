import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** Time for the other processes of the product to end first. */
const AFTER_S = 3

/**
 * When standard input closes, this process has ended, however it did. The number of the server is read at once, because a
 * next start may follow, and used only while it still names a server on this cluster.
 */
const SCRIPT = `
read -r nothing
pid=$(head -n 1 "$1/postmaster.pid") || exit 0
sleep ${AFTER_S}
tr '\\0' '\\n' < "/proc/$pid/cmdline" | grep -qxF -- "$1" && kill -INT "$pid"
`

/** Has the database stopped should this process be killed; returns how to call that off. */
export function endWithUs(clusterDir: string): () => void {
  // In a session of its own, out of reach of what ends this one and its group.
  const shell = spawn('sh', ['-c', SCRIPT, 'apsis-end-with-us', clusterDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  return () => void shell.kill('SIGKILL')
}

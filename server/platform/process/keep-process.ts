import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { HeldSocket } from './held-socket.ts'
import { GIVEN, type PartName, type PartSettings, TRY_AGAIN_EXIT_CODE } from './part.ts'

export type KeptPart = {
  readonly name: PartName
  /** The file of the part. */
  readonly entry: string
  readonly given: Omit<PartSettings, 'listenFd'>
  readonly socket?: HeldSocket
  readonly log: Log
}

export type KeptProcess = {
  /** Resolves with the message of the part when it is ready for the first time; rejects if it ends before. */
  readonly ready: Promise<unknown>
  /** Stops the process, and ends it by force at `deadline` (performance.now). */
  stop(deadline: number): Promise<void>
}

/** In addition to input, output, errors and the channel, a part has the socket that it serves. */
const SOCKET_FD = 4
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 10_000
/** A process that ran for this long is restarted at once. */
const STABLE_MS = 30_000
/** If a part cannot start temporarily, it is tried again within this time after the first start. */
const FIRST_START_MS = 60_000

/** Runs a part as a separate process, and replaces it whenever it ends. */
export function keepProcess(part: KeptPart): KeptProcess {
  const stopping = new AbortController()
  const first = Promise.withResolvers<unknown>()
  const state: { child: ChildProcess | undefined } = { child: undefined }
  const running = keepRunning(part, first, stopping.signal, state)
  // If several cannot be started, the first is reported; the rejections of the others are handled here.
  first.promise.catch(() => undefined)
  return {
    ready: first.promise,
    async stop(deadline) {
      stopping.abort()
      kill(state.child, 'SIGTERM')
      const limit = setTimeout(() => kill(state.child, 'SIGKILL'), Math.max(0, deadline - performance.now()))
      await running
      clearTimeout(limit)
    },
  }
}

async function keepRunning(
  part: KeptPart,
  first: PromiseWithResolvers<unknown>,
  signal: AbortSignal,
  state: { child: ChildProcess | undefined },
): Promise<void> {
  let wasReady = false
  let failures = 0
  const firstStartUntil = performance.now() + FIRST_START_MS
  const ready = (said: unknown) => {
    wasReady = true
    first.resolve(said)
  }
  while (!signal.aborted) {
    const since = performance.now()
    state.child = launch(part, ready)
    const how = await endOf(state.child)
    if (signal.aborted) break
    const mayStartLater = state.child.exitCode === TRY_AGAIN_EXIT_CODE && performance.now() < firstStartUntil
    if (!wasReady && !mayStartLater)
      return first.reject(new Error(`${part.name} could not be started (${how}); what it said stands above`))
    failures = performance.now() - since > STABLE_MS ? 0 : failures + 1
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    part.log.error({ part: part.name, pid: state.child.pid, how, pauseMs }, 'a process ended; another takes its place')
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  first.reject(new Error(`${part.name} was stopped while it started`))
}

function launch({ entry, given, socket }: KeptPart, ready: (said: unknown) => void): ChildProcess {
  // The process has its own process group: Ctrl-C reaches only this process, which decides the order of stopping.
  const child = fork(entry, [GIVEN], {
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...(socket ? [socket.fd] : [])],
  })
  const whole: PartSettings = { ...given, listenFd: socket && SOCKET_FD }
  // If the machine has no resources for another process, there is no channel either; endOf() gets the reason.
  if (child.connected) child.send(whole, () => undefined)
  child.once('message', (message: { ready?: unknown }) => ready(message.ready))
  return child
}

/** A process that was never started has the number 0 inside Node; a signal to 0 would end all processes of this process's group. */
function kill(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid !== undefined) child.kill(signal)
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit')
    return signal ?? `exit code ${code}`
  } catch (error) {
    // The process could not be started because memory or processes were exhausted: the next try may succeed.
    return error instanceof Error ? error.message : String(error)
  }
}

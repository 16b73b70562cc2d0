import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { memberOf, type Tree } from '../house/tree.ts'
import { binary, run } from '../run/step.ts'
import { type Copy, copyCheckout } from './copy.ts'
import type { Order, Outcome } from './runner.ts'

type Wish = {
  readonly changed: readonly string[]
  readonly tests: readonly string[]
  /** The change that holds in the pages of the copy. */
  readonly change?: number | undefined
}

/** A copy of the checkout with a process that runs tests in it. */
export type Place = {
  readonly copy: Copy
  /** The tests named, one file after the other until one fails; what the last call had changed is read anew, too. */
  runTests(wish: Wish): Promise<Outcome>
  /** What the compiler says of the member of a file; null where it finds nothing wrong. */
  findTypeError(file: string): Promise<string | null>
  close(): Promise<void>
}

const CLOSING_LIMIT_MS = 20_000

export function openPlace(root: string, tree: Tree): Place {
  const copy = copyCheckout(root, tree)
  let runner: ChildProcess | undefined
  let lastChanged: readonly string[] = []
  const close = async () => {
    if (runner?.exitCode === null && runner.connected) {
      const exited = once(runner, 'exit')
      runner.disconnect()
      // What loops and takes all memory does not hear.
      const stuck = setTimeout(() => runner?.kill('SIGKILL'), CLOSING_LIMIT_MS)
      await exited
      clearTimeout(stuck)
    }
    runner = undefined
  }
  // Whoever stops the run leaves no copy behind.
  process.once('exit', () => copy.remove())
  return {
    copy,
    runTests: async ({ changed, tests, change }) => {
      let unread = [...changed, ...lastChanged]
      lastChanged = changed
      for (const test of tests) {
        runner ??= await start(copy)
        const outcome = await ask(runner, { changed: unread, test, ...(change !== undefined && { change }) })
        unread = []
        if (outcome.isStuck) await close()
        if (outcome.failure !== null) return outcome
      }
      return { failure: null }
    },
    findTypeError: async (file) => {
      const args = ['-p', `${memberOf(file)}/tsconfig.json`, '--singleThreaded']
      const { code, output } = await run('types', { program: binary('tsc'), args, cwd: copy.root })
      return code === 0 ? null : output
    },
    close: async () => {
      await close()
    },
  }
}

async function start({ root }: Copy): Promise<ChildProcess> {
  const runner = fork(join(root, 'tools', 'mutate', 'runner.ts'), {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', APSIS_REFERENCE: undefined },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(runner, 'message')
  return runner
}

function ask(runner: ChildProcess, order: Order): Promise<Outcome> {
  const answered = new AbortController()
  // A change that fills the memory ends the process: noticed as surely as by a failed test, once the test passes without it.
  const ended = once(runner, 'exit', answered).then(
    (): Outcome => ({ failure: `${order.test}: its process has ended`, failedTest: order.test, isStuck: true }),
  )
  const answer = once(runner, 'message', answered).then(([outcome]) => outcome as Outcome)
  runner.send(order)
  return Promise.race([answer, ended]).finally(() => answered.abort())
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { collectionFolder, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { memberOf, type Tree } from '../house/tree.ts'
import { binary, run } from '../run/step.ts'
import type { Order, Outcome } from './runner.ts'

type Wish = {
  readonly changed: readonly string[]
  readonly tests: readonly string[]
  /** The number of the change that is active in the copy's pages. */
  readonly change?: number | undefined
}

/** A copy of the checkout with a process that runs tests in it. */
export type Place = {
  readonly copy: Copy
  /** Runs the named tests, one file after the other until one fails; files that the last call had changed are read again, too. */
  runTests(wish: Wish): Promise<Outcome>
  /** Returns the compiler's message about the member of a file, or null if it finds no error. */
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
      // A process that loops and uses all memory does not receive messages, so it is killed.
      const stuck = setTimeout(() => runner?.kill('SIGKILL'), CLOSING_LIMIT_MS)
      await exited
      clearTimeout(stuck)
    }
    runner = undefined
  }
  // A stopped run leaves no copy behind.
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
  // A change that fills the memory ends the process. It counts as noticed like a failed test, if the test then passes without it.
  const ended = once(runner, 'exit', answered).then(
    (): Outcome => ({ failure: `${order.test}: its process has ended`, failedTest: order.test, isStuck: true }),
  )
  const answer = once(runner, 'message', answered).then(([outcome]) => outcome as Outcome)
  runner.send(order)
  return Promise.race([answer, ended]).finally(() => answered.abort())
}

/** A copy of the checkout whose files may be broken, and the function that removes it. */
type Copy = { readonly root: string; readonly remove: () => void }

/** The copy has its own members, which import each other; it uses everything else from the checkout. */
function copyCheckout(root: string, tree: Tree): Copy {
  const base = mkdtempSync(join(tmpdir(), 'apsis-mutate-'))
  const copy = join(base, 'checkout')
  for (const file of tree.files()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@apsis'), { recursive: true })
  for (const name of readdirSync(from).filter((each) => each !== '@apsis' && !/^\.(vite|cache)/.test(each))) {
    symlinkSync(join(from, name), join(to, name), 'junction')
  }
  for (const member of readdirSync(join(from, '@apsis')))
    symlinkSync(join(copy, member), join(to, '@apsis', member), 'junction')
  // The collection is in the same place relative to the copy as to the checkout: a product that a test starts has no setting for it, and would refuse
  // one.
  const collection = join(base, 'shared', 'reference')
  mkdirSync(dirname(collection), { recursive: true })
  if (hasCollection()) symlinkSync(resolve(collectionFolder()), collection, 'junction')
  return { root: copy, remove: () => rmSync(base, { recursive: true, force: true }) }
}

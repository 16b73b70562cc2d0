import { expect, test } from 'vitest'
import { type AccountTools, ensureOwnAccount } from './own-account.ts'

/** Returns a machine with these tools; the account exists after a command has created it. */
function machine(isWritable: boolean, run: (program: string, add: () => void) => void) {
  const commands: string[] = []
  let isThere = false
  const tools: AccountTools = {
    isThere: () => isThere,
    canWrite: () => isWritable,
    run: async (program, args) => {
      commands.push([program, ...args].join(' '))
      run(program, () => {
        isThere = true
      })
    },
  }
  return { tools, commands }
}

const missing = (program: string) => Object.assign(new Error(`spawn ${program} ENOENT`), { code: 'ENOENT' })
const failing = (stderr: string) => Object.assign(new Error('Command failed'), { code: 1, stderr })

test('ensureOwnAccount() makes a system account without home and shell, once', async () => {
  const { tools, commands } = machine(true, (_, add) => add())
  expect(await ensureOwnAccount(tools)).toEqual({ kind: 'made' })
  expect(await ensureOwnAccount(tools)).toEqual({ kind: 'found' })
  expect(commands).toHaveLength(1)
  expect(commands[0]).toMatch(
    /^useradd --system --user-group --shell \S+\/(nologin|false) .*--no-create-home apsis-database$/,
  )
})

test('ensureOwnAccount() uses the tools of BusyBox if there is no useradd', async () => {
  const { tools, commands } = machine(true, (program, add) => {
    if (program === 'useradd') throw missing(program)
    // The group may exist from an earlier account; that does not matter.
    if (program === 'addgroup') throw failing("addgroup: group 'apsis-database' in use")
    add()
  })
  expect(await ensureOwnAccount(tools)).toEqual({ kind: 'made' })
  expect(commands.slice(1)).toEqual([
    'addgroup -S apsis-database',
    expect.stringMatching(/^adduser -S -D -H .* -G apsis-database apsis-database$/),
  ])
})

test('ensureOwnAccount() waits while another program changes the user file, for example another start of Apsis', async () => {
  let times = 0
  const { tools } = machine(true, (_, add) => {
    times += 1
    if (times === 2) add()
    throw failing('useradd: cannot lock /etc/passwd; try again later.')
  })
  expect(await ensureOwnAccount(tools)).toEqual({ kind: 'found' })
})

test('ensureOwnAccount() gives the reason why the account could not be created', async () => {
  const readOnly = machine(false, () => undefined)
  expect(await ensureOwnAccount(readOnly.tools)).toEqual({ kind: 'refused', why: '/etc cannot be written to' })
  expect(readOnly.commands).toEqual([])
  const bare = machine(true, (program) => {
    throw missing(program)
  })
  expect(await ensureOwnAccount(bare.tools)).toEqual({
    kind: 'refused',
    why: 'there is neither useradd nor adduser',
  })
  const full = machine(true, () => {
    throw failing("useradd: Can't get unique system UID (no more available UIDs)\n")
  })
  expect(await ensureOwnAccount(full.tools)).toEqual({
    kind: 'refused',
    why: "useradd: Can't get unique system UID (no more available UIDs)",
  })
})

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../platform/process/version.ts'
import { DOCUMENTED_COMMANDS } from '../platform/testing/documented-commands.data.ts'
import { commandsTriedBy, documentedCommands, give } from '../platform/testing/documented-commands.ts'

test('a test runs every command in README and the pages of deploy/, or the list gives the reason why not', () => {
  const shown = documentedCommands()
  expect(shown.length).toBeGreaterThan(30)
  expect([...shown].sort()).toEqual(Object.keys(DOCUMENTED_COMMANDS).sort())
})

test('the npm scripts that the pages name exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8'))
  const named = documentedCommands().flatMap(
    (command) => /npm run (?:--silent )?([a-z][a-z:-]*)/.exec(command)?.[1] ?? [],
  )
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the realm file for another address is written as deploy/keycloak describes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-realm-'))
  try {
    cpSync(join(PROJECT_DIR, 'deploy', 'keycloak'), folder, { recursive: true })
    for (const command of commandsTriedBy('folder of the realm')) await give(command, {}, { folder })
    const realm = readFileSync(join(folder, 'import', 'platform-realm.json'), 'utf8')
    expect(JSON.parse(realm)).toMatchObject({ realm: 'platform' })
    expect(realm).toContain('https://apsis.example/')
    expect(realm).not.toContain('localhost')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

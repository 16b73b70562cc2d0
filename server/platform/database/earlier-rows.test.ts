import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS_DIR } from '../operation/runtime.ts'

type Script = { readonly name: string; readonly text: string }

const RULE = /^alter table (\S+) (no )?force row level security$/
const READS_OR_WRITES = /\b(?:update|from|join|into) +([a-z_]+\.(?:\w+|"\w+"))/g

/**
 * Returns statements on tables whose row-level security applies to their owner, too. A migration belongs to no organisation: it sees none
 * of these rows, and such a statement does nothing without an error.
 */
function blindStatements(scripts: readonly Script[]): string[] {
  const guarded = new Set<string>()
  const blind: string[] = []
  for (const { name, text } of scripts) {
    // Comments and the bodies of functions are not statements of the migration.
    const statements = text
      .replace(/--.*$/gm, '')
      .replace(/\$\$[\s\S]*?\$\$/g, '')
      .split(';')
    for (const statement of statements.map((one) => one.trim().replace(/\s+/g, ' '))) {
      const rule = RULE.exec(statement)
      if (rule?.[1] !== undefined) {
        if (rule[2] === undefined) guarded.add(rule[1])
        else guarded.delete(rule[1])
      }
      if (!/^(update|delete|insert|with)\b/.test(statement)) continue
      const tables = [...statement.matchAll(READS_OR_WRITES)].map(([, table = '']) => table)
      const hidden = [...new Set(tables)].filter((table) => guarded.has(table))
      if (hidden.length > 0) blind.push(`${name}: ${hidden.join(', ')}`)
    }
  }
  return blind
}

test('every migration can see the rows that it changes', () => {
  const names = readdirSync(MIGRATIONS_DIR).toSorted()
  const scripts = names.map((name) => ({ name, text: readFileSync(join(MIGRATIONS_DIR, name), 'utf8') }))
  expect(blindStatements(scripts)).toEqual([])
})

test.each([
  ['update a.one set x = 1', 'a.one'],
  ['alter table a.one no force row level security; update a.one set x = 1 from a."order" o', 'a."order"'],
  ['insert into b.other select x from a.one', 'a.one'],
  ['update a.one set x = 1; alter table a.one no force row level security', 'a.one'],
])('a statement that cannot see its rows is reported: %s', (text, hidden) => {
  const made = 'alter table a.one force row level security; alter table a."order" force row level security'
  expect(
    blindStatements([
      { name: '1', text: made },
      { name: '2', text },
    ]),
  ).toEqual([`2: ${hidden}`])
})

test('a statement is not reported if its tables are opened for it, or if it is in the body of a function', () => {
  const made = { name: '1', text: 'alter table a.one force row level security' }
  const opened = 'alter table a.one no force row level security; update a.one set x = 1'
  const later = 'create function a.f() as $$ begin update a.one set x = 1; end $$'
  for (const text of [opened, later]) expect(blindStatements([made, { name: '2', text }])).toEqual([])
})

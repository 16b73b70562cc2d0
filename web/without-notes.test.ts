import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leftOfNotes, leftOfPrinting } from './without-notes.config.ts'

test('notes that only the reference uses are removed, whatever brackets their words contain', () => {
  const note = `.meta({ id: 'Pass', description: 'Of a satellite (it\\'s one)', examples: [{ a: [1, '}'], b: EXAMPLE }] })`
  const long = `.meta({\n  // Nobody's page reads this.\n  description: TEXTS.mass,\n  examples,\n})`
  expect(leftOfNotes(`const a = z.number()${note}.optional()\nconst b = z.string()${long}`)).toBe(
    'const a = z.number().optional()\nconst b = z.string()',
  )
})

test('a note with another property, and a note without an end, are kept', () => {
  const kept = `z.number().meta({ description: 'Mass', deprecated: true }).min(0)`
  expect(leftOfNotes(kept)).toBe(kept)
  expect(leftOfNotes('z.number().meta({ description: ')).toBe('z.number().meta({ description: ')
  expect(leftOfNotes('z.number().meta(NOTE)')).toBe('z.number().meta(NOTE)')
})

test('the schemas of the installed zod lose the code that prints them, and keep all code that checks', () => {
  const schemas = readFileSync(new URL('../node_modules/zod/v4/classic/schemas.js', import.meta.url), 'utf8')
  const left = leftOfPrinting(schemas)
  expect(schemas).toContain('to-json-schema.js')
  expect(left).not.toContain('to-json-schema.js')
  expect(left).not.toContain('processJSONSchema')
  expect(left.match(/\$constructor\(/g)).toEqual(schemas.match(/\$constructor\(/g))
})

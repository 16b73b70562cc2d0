import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packFile, zipFiles } from './pack-file.ts'

const TEXT = 'CCSDS_TDM_VERS = 2.0\n'.repeat(200)
const KEPT = { stem: 'one', tdm: TEXT, notation: 'TDM_KVN' } as const

test('a file is delivered unchanged, or as GZIP that unpacks to it', () => {
  expect(packFile({ ...KEPT, compression: 'NONE' }).bytes.toString()).toBe(TEXT)
  const { name, mediaType, bytes } = packFile({ ...KEPT, compression: 'GZIP' })
  expect([name, mediaType, gunzipSync(bytes).toString()]).toEqual(['one.tdm.gz', 'application/gzip', TEXT])
})

test('a ZIP can be read by another program, with its name and its checksum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-zip-'))
  const { bytes } = packFile({ ...KEPT, compression: 'ZIP' })
  writeFileSync(join(folder, 'one.zip'), bytes)
  const script =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist()[0]); print(z.read("one.tdm").decode(), end="")'
  const said = execFileSync('python3', ['-c', script, join(folder, 'one.zip')]).toString()
  rmSync(folder, { recursive: true })
  expect(said).toBe(`one.tdm\n${TEXT}`)
})

test('many files are packed into one zip that another program can read, each under its own name and without a second compression', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-zip-'))
  const texts = ['first\n', 'second\n', 'third\n'.repeat(500)]
  // One sensor measured two objects at once.
  const files = ['SITE-20261122T181503', 'SITE-20261122T181503', 'ABC01-20261123T010000'].map((stem, nth) => ({
    stem,
    tdm: texts[nth] ?? '',
  }))
  writeFileSync(join(folder, 'many.zip'), zipFiles({ files, notation: 'TDM_KVN' }))
  const script =
    'import sys,json,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[n, z.read(n).decode()] for n in z.namelist()]))'
  const said = execFileSync('python3', ['-c', script, join(folder, 'many.zip')]).toString()
  rmSync(folder, { recursive: true })
  expect(JSON.parse(said)).toEqual([
    ['SITE-20261122T181503.tdm', texts[0]],
    ['SITE-20261122T181503-2.tdm', texts[1]],
    ['ABC01-20261123T010000.tdm', texts[2]],
  ])
})

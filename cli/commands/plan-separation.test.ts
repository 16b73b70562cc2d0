import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { record } from '../testing/recorded-terminal.ts'

test('F2: without a probability, objects in formation are planned by their separation, and the answer says so', async () => {
  const sample = join(import.meta.dirname, '..', '..', 'ccsds', 'samples', 'conjunction.cdm')
  const lines = readFileSync(sample, 'utf8').split('\n')
  // The second object has the first one's velocity except for 2 m/s, and no covariance of the velocity.
  const first = new Map(
    lines
      .flatMap((line) => [...line.matchAll(/^([XYZ](?:_DOT)?) *= *(\S+)/g)].map((m) => [m[1], m[2]] as const))
      .slice(0, 6),
  )
  let object = 0
  const along = lines
    .filter((line) => !/^C\w*DOT/.test(line))
    .map((line) => {
      if (/^OBJECT *=/.test(line)) object += 1
      const [, key] = line.match(/^([XYZ]_DOT) *=/) ?? []
      if (object !== 2 || key === undefined) return line
      return `${key} = ${Number(first.get(key)) + (key === 'Z_DOT' ? 0.002 : 0)} [km/s]`
    })
  const given = { 'along.cdm': along.join('\n') }
  const refused = JSON.parse((await record(['plan', 'along.cdm', '--json'], given)).out)
  expect(refused[0]).toMatchObject({ plans: [], error: expect.stringContaining('--target-miss') })
  const asked = ['plan', 'along.cdm', '--target-miss', '5000', '--lead-orbits', '2.5', '--execution-error', 'none']
  const [{ probability, plans }] = JSON.parse((await record([...asked, '--json'], given)).out)
  expect(probability).toBeNull()
  expect(plans[0]).toMatchObject({ by: 'separation', confirmed: true })
  // Every passage within a week keeps the distance.
  expect(plans[0].nearestM * 1.01).toBeGreaterThanOrEqual(5000)
  expect(plans[0]).not.toHaveProperty('coldNearestM')
  expect((await record(asked, given)).out).toContain('planned by separation')
  // A burn that is 3σ too weak also keeps the distance (F1).
  const off = await record([...asked.slice(0, -1), '10,2', '--json'], given)
  const [{ plans: weak }] = JSON.parse(off.out)
  expect(weak[0].coldNearestM).toBeGreaterThanOrEqual(5000)
  expect(weak[0].deltaVMps).toBeGreaterThan(plans[0].deltaVMps)
})

test('F1: a burn that is 3σ too weak keeps the distance, even if the objects meet only once', async () => {
  const sample = readFileSync(join(import.meta.dirname, '..', '..', 'ccsds', 'samples', 'conjunction.cdm'), 'utf8')
  const asked = ['plan', 'once.cdm', '--target-miss', '5000', '--lead-orbits', '2.5', '--json', '--execution-error']
  const planWith = async (error: string) =>
    JSON.parse((await record([...asked, error], { 'once.cdm': sample })).out)[0].plans[0]
  const [exact, off] = [await planWith('none'), await planWith('10,2')]
  expect(exact).toMatchObject({ confirmed: true })
  expect(off).toMatchObject({ confirmed: true })
  expect(off.coldNearestM).toBeGreaterThanOrEqual(5000)
  expect(off.deltaVMps).toBeGreaterThan(exact.deltaVMps)
})

import { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { expect, test } from 'vitest'
import { inOrder } from '../../messages.ts'
import { cdmWith, conjunctionWith } from '../../testing/event.ts'
import { operatorMail } from './operator-mail.ts'

const OPERATOR = SatelliteOperator.parse((SatelliteOperator.meta()!.examples as unknown[])[0])
const cdm = cdmWith({ number: 1, created: '2026-11-20T05:41:00.000Z' })
const EVENT = { conjunction: conjunctionWith({}), selected: inOrder([cdm])[0]! }

test('without an address there is no mail', () => {
  expect(operatorMail(EVENT, undefined, 'Kim')).toBeUndefined()
  expect(operatorMail(EVENT, { ...OPERATOR, email: null }, 'Kim')).toBeUndefined()
})

test('the mail is addressed to the operator and contains the numbers of the message, signed', () => {
  const mail = new URL(operatorMail(EVENT, OPERATOR, 'Kim Weber')!)
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'flight@operator.example'])
  const said = (name: string) => decodeURIComponent(new RegExp(`${name}=([^&]*)`).exec(mail.search)?.[1] ?? '')
  expect(said('subject')).toBe('Conjunction SAT-3 / SIM DEB, TCA 2026-11-21 14:13:07 Z')
  const body = said('body')
  expect(body).toContain('Dear colleagues of Example Orbital (simulated),')
  expect(body).toContain('our object SAT-3 (90003) and your object SIM DEB (90127)')
  expect(body).toContain('Miss distance: 175 m (R +58, T +114, N +119 m,')
  expect(body).toContain('Relative speed: 11.39 km/s')
  expect(body).toContain('recomputed: 2.12E-04 (circle-2d, hard-body radius 5.0 m)')
  expect(body).toContain('reported by APSIS-SIM: 2.19E-04')
  expect(body).toContain('We have to decide before 2026-11-20 14:13:07 Z.')
  expect(body.endsWith('Kim Weber')).toBe(true)
})

test('a value that is not computed is a dash, and a manipulated address cannot add another recipient or field', () => {
  const without = cdmWith({
    number: 1,
    created: '2026-11-20T05:41:00.000Z',
    assessment: { probability: null, method: null, hardBodyRadius: null, reported: null },
  })
  const odd = { ...OPERATOR, email: 'a@b.example?cc=spy@evil.example' }
  const mail = operatorMail({ ...EVENT, selected: inOrder([without])[0]! }, odd, 'Kim')!
  expect(mail.startsWith('mailto:a@b.example%3Fcc%3Dspy%40evil.example?subject=')).toBe(true)
  const body = decodeURIComponent(mail)
  expect(body).toContain('recomputed: – (–, hard-body radius – m)')
  expect(body).toContain('reported by APSIS-SIM: –')
})

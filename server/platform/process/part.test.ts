import { expect, test } from 'vitest'
import { startDoor } from '../testing/door-process.ts'

test('a separate API does not start if nobody could sign in', async () => {
  const door = startDoor('server/api.ts', { APSIS_DATABASE_URL: 'postgresql://app:secret@localhost:1/apsis' })
  expect((await door.ended).code).toBe(1)
  expect(door.lines.join('\n')).toContain('APSIS_OIDC_ISSUER is missing: nobody could sign in')
})

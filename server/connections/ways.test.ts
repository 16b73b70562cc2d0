import { expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { connectionWays } from './ways.ts'

const OWN_DATABASE = { APSIS_DATABASE_URL: 'postgres://apsis@db.example/apsis' }

test.each<[string, Record<string, string>, boolean]>([
  ['started without settings, for the person at this machine', {}, true],
  ['with a database of its own', OWN_DATABASE, false],
  [
    'with a database of its own, where receivers on this machine are allowed',
    { ...OWN_DATABASE, APSIS_DELIVERY_LOOPBACK: 'true' },
    true,
  ],
  [
    'that other machines reach',
    {
      APSIS_HOST: '0.0.0.0',
      APSIS_ACCOUNTS_FILE: '/etc/apsis/accounts.json',
      APSIS_PUBLIC_URL: 'https://apsis.example',
    },
    false,
  ],
])('a service on this machine may be connected in a product %s: %j', (_, env, isAllowed) => {
  expect(connectionWays(readConfig(env, '/project')).rules.allowLoopback).toBe(isAllowed)
})

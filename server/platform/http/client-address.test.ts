import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createClientAddress } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as IncomingMessage

test.each([
  ['nobody is trusted, so nothing forwarded is believed', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy names its client', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [
    'what the client itself claimed stands further left',
    ['10.0.0.0/8'],
    '10.1.2.3',
    '1.1.1.1, 198.51.100.1',
    '198.51.100.1',
  ],
  [
    'a chain of our own proxies is passed over',
    ['10.0.0.0/8', '192.0.2.7'],
    '10.1.2.3',
    '198.51.100.1, 192.0.2.7, 10.9.9.9',
    '198.51.100.1',
  ],
  ['a stranger may not name somebody else', ['10.0.0.0/8'], '203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['a proxy that forwards nothing is the client', ['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  ['IPv4 over an IPv6 socket is IPv4', ['10.0.0.0/8'], '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['IPv6 proxies are told by their network', ['2001:db8::/32'], '2001:db8::1', '2001:db9::5', '2001:db9::5'],
])('createClientAddress(): %s', (_, trusted, remote, forwarded, expected) => {
  expect(createClientAddress(trusted)(request(remote, forwarded))).toBe(expected)
})

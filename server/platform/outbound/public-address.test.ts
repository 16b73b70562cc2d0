import { expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

test.each([
  ['8.8.8.8', true],
  ['100.63.255.255', true],
  ['100.64.0.0', false],
  ['172.15.255.255', true],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['224.0.0.1', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::8.8.8.8', false],
  ['::ffff:8.8.8.8', true],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['0:0:0:0:0:ffff:a00:1', false],
  ['64:ff9b::808:808', true],
  ['64:ff9b::10.0.0.1', false],
  ['64:ff9b:1::808:808', false],
  ['2606:4700::1', true],
  ['2001:db8::1', false],
  ['2001:0:1::1', false],
  ['2001:200::1', true],
  ['2002:7f00:1::', false],
  ['3fff:fff::1', false],
  ['2600::5efe:10.0.0.1', false],
  ['2600::200:5efe:127.0.0.1', false],
  ['2600::5efe:8.8.8.8', true],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fc00::1', false],
  ['ff02::1', false],
  ['2606:4700::1%lo', false],
  ['localhost', false],
  ['', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test('only 127/8 and ::1 are loopback addresses', () => {
  expect(['127.0.0.1', '127.255.0.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true])
  expect(['128.0.0.1', '::', '10.0.0.1', 'localhost'].map(isLoopbackAddress)).toEqual([false, false, false, false])
})

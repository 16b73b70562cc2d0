import { expect, test } from 'vitest'
import { realmOfIssuer } from './issuer.ts'

test('realmOfIssuer splits address and realm', () => {
  expect(realmOfIssuer('http://localhost:8080/auth/realms/platform')).toEqual({
    url: 'http://localhost:8080/auth',
    realm: 'platform',
  })
  expect(realmOfIssuer('https://id.example/realms/flight%20ops/')).toEqual({
    url: 'https://id.example',
    realm: 'flight ops',
  })
})

test('realmOfIssuer refuses an address without a realm, with the text of spec §8', () => {
  for (const issuer of ['', 'https://id.example', 'https://id.example/auth/realms/', 'javascript:alert(1)/realms/x'])
    expect(() => realmOfIssuer(issuer)).toThrow('Authentication provider not found')
})

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Returns a piece of DER (ITU-T X.690): tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const SEQUENCE = 0x30
const sequence = (...content: readonly Buffer[]) => der(SEQUENCE, ...content)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
/** ecdsa-with-SHA256 (RFC 5758 §3.2). */
const ALGORITHM = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = '550403'
const BASIC_CONSTRAINTS = '551d13'
const ALTERNATIVE_NAME = '551d11'

const time = (text: string) => der(0x18, Buffer.from(text, 'ascii'))
const nameOf = (host: string) => sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(host)))))

/** Returns a self-signed certificate for this machine (RFC 5280), a new one for each call; valid from 2000 to 2099. */
export function selfSigned(host = 'localhost'): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const alternative = sequence(der(0x82, Buffer.from(host)), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(
    sequence(
      oid(BASIC_CONSTRAINTS),
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
    ),
    sequence(oid(ALTERNATIVE_NAME), der(0x04, alternative)),
  )
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ALGORITHM,
    nameOf(host),
    sequence(time('20000101000000Z'), time('20991231235959Z')),
    nameOf(host),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const text = sequence(body, ALGORITHM, signature)
    .toString('base64')
    .replace(/.{64}(?!$)/g, '$&\n')
  return {
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  }
}

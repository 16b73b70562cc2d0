import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

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

type CertificateOptions = {
  readonly host?: string
  /** The last second of its validity, as YYYYMMDDHHMMSSZ; the validity begins in 2000. */
  readonly until?: string
  /** The authority that signs the certificate; absent: it signs itself. */
  readonly issuer?: { readonly name: string; readonly key: KeyObject }
  /** True if the certificate is also valid for the address 127.0.0.1. */
  readonly isOfThisMachine?: boolean
}

type PrivateCertificate = { readonly privateKey: KeyObject; readonly key: string; readonly cert: string }

/** Makes a certificate (RFC 5280) with a new key, by default for this machine and valid from 2000 to 2099. */
function makeCertificate({
  host = 'localhost',
  until = '20991231235959Z',
  issuer,
  isOfThisMachine = true,
}: CertificateOptions): PrivateCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const address = isOfThisMachine ? [der(0x87, Buffer.from([127, 0, 0, 1]))] : []
  const alternative = sequence(der(0x82, Buffer.from(host)), ...address)
  const authority = issuer === undefined ? [der(0x01, Buffer.from([0xff]))] : []
  const extensions = sequence(
    sequence(oid(BASIC_CONSTRAINTS), der(0x01, Buffer.from([0xff])), der(0x04, sequence(...authority))),
    sequence(oid(ALTERNATIVE_NAME), der(0x04, alternative)),
  )
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ALGORITHM,
    nameOf(issuer?.name ?? host),
    sequence(time('20000101000000Z'), time(until)),
    nameOf(host),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, issuer?.key ?? privateKey))
  const text = sequence(body, ALGORITHM, signature)
    .toString('base64')
    .replace(/.{64}(?!$)/g, '$&\n')
  return {
    privateKey,
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  }
}

/** Returns a self-signed certificate for this machine, a new one for each call. */
export function selfSigned(host = 'localhost'): { readonly key: string; readonly cert: string } {
  const { key, cert } = makeCertificate({ host })
  return { key, cert }
}

/** The faults that the certificate of a local service may have; `none` means no TLS. */
export type TlsOption = 'none' | 'good' | 'expired' | 'wrong-name' | 'unknown'

/** The key and certificate of a server, and the authority that a client trusts. */
export type Certificates = { readonly key: string; readonly cert: string; readonly ca: string }

const TRUSTED = 'trusted.authority.invalid'
const UNKNOWN = 'unknown.authority.invalid'

/** Returns a certificate with at most one fault: its validity, its name, or an issuer that the client does not trust. */
export function certificatesFor(option: Exclude<TlsOption, 'none'>): Certificates {
  const trusted = makeCertificate({ host: TRUSTED, isOfThisMachine: false })
  const name = option === 'unknown' ? UNKNOWN : TRUSTED
  const signer = option === 'unknown' ? makeCertificate({ host: UNKNOWN, isOfThisMachine: false }) : trusted
  const { key, cert } = makeCertificate({
    host: option === 'wrong-name' ? 'other.example.org' : 'localhost',
    until: option === 'expired' ? '20010101000000Z' : '20991231235959Z',
    issuer: { name, key: signer.privateKey },
    isOfThisMachine: option !== 'wrong-name',
  })
  return { key, cert, ca: trusted.cert }
}

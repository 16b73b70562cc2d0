import type { Config } from '../config.ts'

/** Returns the headers that limit what a browser may do with the answer to a request. */
export function securityHeaders(config: Config): (url: string) => Record<string, string> {
  const provider = new URL(config.issuer).origin
  const identity = provider === new URL(config.publicUrl).origin ? '' : ` ${provider}`
  const policy = (frameAncestors: string) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self'${identity}`,
      `frame-src 'self'${identity}`,
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "base-uri 'none'",
      `form-action 'self'${identity}`,
      `frame-ancestors ${frameAncestors}`,
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default apsis#html apsis#worker apsis#service-worker',
    ].join('; ')
  const page = policy("'none'")
  const silentCheck = policy("'self'")
  const secure = config.publicUrl.startsWith('https://')
  return (url) => {
    const framed = url.split('?')[0] === '/silent-check-sso.html'
    return {
      'content-security-policy': framed ? silentCheck : page,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy':
        'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
      ...(framed ? {} : { 'x-frame-options': 'DENY' }),
      ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
      ...(url.startsWith('/api/') ? { 'cache-control': 'private, no-store' } : {}),
    }
  }
}

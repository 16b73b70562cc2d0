import type { Config } from '../config.ts'

/**
 * The script of the thread that propagates the catalogue by the kernels in WebAssembly (web/space/states-worker.ts). A thread obeys the policy of its
 * own script, so that no page may run WebAssembly.
 */
const KERNEL_THREAD = /^\/assets\/states-worker-[\w-]{1,20}\.js$/

/** Returns the headers that limit what a browser may do with the answer to a request. */
export function securityHeaders(config: Config): (url: string) => Record<string, string> {
  const provider = new URL(config.issuer).origin
  const identity = provider === new URL(config.publicUrl).origin ? '' : ` ${provider}`
  const policy = (frameAncestors: string, scripts = "'self'") =>
    [
      "default-src 'none'",
      `script-src ${scripts}`,
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
  const withKernels = policy("'none'", "'self' 'wasm-unsafe-eval'")
  const secure = config.publicUrl.startsWith('https://')
  return (url) => {
    const path = url.split('?')[0] ?? ''
    const framed = path === '/silent-check-sso.html'
    return {
      'content-security-policy': framed ? silentCheck : KERNEL_THREAD.test(path) ? withKernels : page,
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

import type { Context } from '../context/context.ts'

export type HeaderRules = { readonly issuer: string; readonly allowedOrigins: readonly string[] }

function policy(rules: HeaderRules, ancestors: string): string {
  return [
    "default-src 'none'",
    `script-src ${rules.issuer}/assets/`,
    `style-src ${rules.issuer}/assets/`,
    `font-src ${rules.issuer}/assets/`,
    `img-src ${rules.issuer}/assets/`,
    `connect-src ${rules.issuer}/protocol/openid-connect/login-status-iframe.html/init`,
    // Chromium also checks the redirects after a form against this list, so the application's origins must be in it.
    `form-action ${[...new Set([new URL(rules.issuer).origin, ...rules.allowedOrigins])].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Sets the headers of every answer; no page may frame it. */
export function setSecurityHeaders(ctx: Context, rules: HeaderRules): void {
  ctx.set({
    'Content-Security-Policy': policy(rules, "'none'"),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // This is not "no-referrer", because browsers would then send "Origin: null" with our own forms, and the origin check would refuse them.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cache-Control': 'no-store',
  })
  if (rules.issuer.startsWith('https:')) ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}

/** Allows our application's origins, and nobody else, to frame the pages that keycloak-js opens in a frame. */
export function allowFraming(ctx: Context, rules: HeaderRules): void {
  ctx.set('Content-Security-Policy', policy(rules, rules.allowedOrigins.join(' ')))
  ctx.remove('X-Frame-Options')
}

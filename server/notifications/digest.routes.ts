import * as contract from '@apsis/contract/notifications/digest.ts'
import { endDigest, isDigestEnded, readSubscription } from '../delivery/digest.service.ts'
import { ApiError } from '../platform/api-error.ts'
import { chooseMedia, type FileAnswer } from '../platform/http/answer-file.ts'
import { bindFile, type Call, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { DIGEST_WORDS } from './digest-words.data.ts'

type Link = Call<typeof contract.getUnsubscription> | Call<typeof contract.unsubscribe>

export function digestRoutes(door: Door, { db, box, now }: Platform): void {
  bindFile(door, contract.getUnsubscription, async (call) => {
    const subscription = subscriptionOf(call)
    return answer(call, await isDigestEnded(db, subscription))
  })
  bindFile(door, contract.unsubscribe, async (call) => {
    await endDigest({ db, now }, { ...subscriptionOf(call), requestId: call.requestId })
    return answer(call, true)
  })

  function subscriptionOf({ params }: Link) {
    const subscription = readSubscription(box, params['digest-token'])
    if (subscription === undefined) throw new ApiError('not-found', 'This link is not known.')
    return subscription
  }
}

/** A page of one paragraph and one button: it needs neither script nor sign-in. */
function answer(call: Link, isEnded: boolean): FileAnswer {
  const media = chooseMedia(call.accept, ['application/json', 'text/html'])
  if (media === 'application/json') {
    const bytes = Buffer.from(JSON.stringify({ isEnded }))
    return { mediaType: media, name: 'unsubscription.json', bytes, isInline: true }
  }
  call.header(
    'content-security-policy',
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  const language = /^\s*de/i.test(call.language ?? '') ? 'de' : 'en'
  const { title, help, button, ended, endedHelp } = DIGEST_WORDS[language]
  const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${button}</button></form>`
  const page = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">`,
    `<title>${isEnded ? ended : title} · Apsis</title></head><body><main><h1>${isEnded ? ended : title}</h1>`,
    isEnded ? `<p>${endedHelp}</p>` : `<p>${help}</p>${form}`,
    '</main></body></html>',
  ].join('\n')
  return { mediaType: media, name: 'unsubscription.html', bytes: Buffer.from(page), isInline: true }
}

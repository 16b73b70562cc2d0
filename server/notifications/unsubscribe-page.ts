import { chooseMedia, type FileAnswer } from '../platform/http/answer-file.ts'

/** The texts of an unsubscribe link's page, in one language. */
export type UnsubscribeWords = {
  readonly title: string
  readonly help: string
  readonly button: string
  readonly ended: string
  readonly endedHelp: string
}

type Link = {
  readonly accept: string | undefined
  readonly language: string | undefined
  readonly header: (name: 'content-security-policy', value: string) => void
}

/** Returns a page of one paragraph and one button, which needs neither a script nor a sign-in. Programs get JSON. */
export function unsubscribePage(
  call: Link,
  isEnded: boolean,
  words: Readonly<Record<'en' | 'de', UnsubscribeWords>>,
): FileAnswer {
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
  const { title, help, button, ended, endedHelp } = words[language]
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

import { existsSync } from 'node:fs'
import { type Browser, firefox as playwright } from 'playwright-core'

/** Debian's Firefox ESR, which the campaign `firefox` installs where it may (tools/firefox.ts). */
export const DEBIAN_FIREFOX = '/usr/bin/firefox-esr'

/** Both are bits, as Firefox counts them: a mouse points finely, and hovers. */
const MOUSE = 2 + 4
const PREFERENCES = {
  // Without windows Firefox has neither the colours nor the mouse of a desk; journeys are in the dark, and nothing moves.
  'layout.css.prefers-color-scheme.content-override': 0,
  'ui.prefersReducedMotion': 1,
  'ui.primaryPointerCapabilities': MOUSE,
  'ui.allPointerCapabilities': MOUSE,
  // Firefox ESR 153 crashes if a script reads `ariaLabelledByElements`, as axe does on the page of a manoeuvre; the pages of the platform never
  // do.
  'accessibility.ARIAElementReflection.enabled': false,
}

/** A message of WebDriver BiDi; only some of its parts are read here. */
export type Message = {
  readonly id?: number
  readonly type?: string
  readonly method?: string
  readonly error?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: object
}

/** The object with which Playwright sends and receives messages: it is no part of its public interface. */
type Transport = { send: (message: Message) => void; onmessage: (message: Message) => void }

/** Starts a headless Firefox ESR, driven over WebDriver BiDi (docs/decisions/167-firefox.md). */
export async function launchFirefox(): Promise<Browser> {
  if (!existsSync(DEBIAN_FIREFOX))
    throw new Error(`There is no ${DEBIAN_FIREFOX}: npm run campaigns -- firefox installs it.`)
  const browser = await playwright.launch({
    channel: 'moz-firefox',
    executablePath: DEBIAN_FIREFOX,
    firefoxUserPrefs: PREFERENCES,
  })
  standBetween(transportOf(browser))
  return browser
}

function transportOf(browser: Browser): Transport {
  const { toImpl } = memberOf(browser, '_connection') as { toImpl?: (one: Browser) => unknown }
  const transport = memberOf(memberOf(toImpl?.(browser), '_connection'), '_transport')
  if (typeof memberOf(transport, 'send') !== 'function')
    throw new Error('This version of Playwright keeps its connection to Firefox elsewhere.')
  return transport as Transport
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Translates between Playwright and Firefox ESR. */
function standBetween(transport: Transport): void {
  const translate = translator()
  const send = transport.send.bind(transport)
  const hear = transport.onmessage.bind(transport)
  transport.send = (message) => send(translate.sent(message))
  transport.onmessage = (message) => hear(translate.heard(message))
}

/** Returns the translation of Playwright's messages for Firefox ESR, and of its answers for Playwright, by the message that was sent before. */
export function translator() {
  const ofMedia = new Set<number>()
  return {
    sent(message: Message): Message {
      const { id, method } = message
      if (id !== undefined && method === 'emulation.setMediaFeaturesOverride') ofMedia.add(id)
      return method === 'script.callFunction' ? withEditor(message) : message
    },
    heard(message: Message): Message {
      const { id } = message
      return id !== undefined && ofMedia.delete(id) ? withoutMedia(id, message) : withName(message)
    },
  }
}

/** The script with which Playwright fills a field: it sets its value, which React takes for its own change and reverts. */
const FILLS = /window\.__pw_bidiInsertText\((\w+)\)/

/** Writes into a field as somebody who pastes. */
function withEditor(message: Message): Message {
  const given = message.params?.arguments
  if (!Array.isArray(given)) return message
  const changed = given.map((one: { readonly type?: string; readonly value?: unknown }) =>
    one.type === 'string' && typeof one.value === 'string' ? { ...one, value: one.value.replace(FILLS, PASTES) } : one,
  )
  return { ...message, params: { ...message.params, arguments: changed } }
}

/** In a frame it is the frame that is asked. */
const PASTES = `(document.activeElement instanceof HTMLIFrameElement || !document.execCommand('insertText', false, $1) ? $& : undefined)`

/** Playwright sets media for each new visitor, and Firefox refuses that: the media stay as they were at the start of this Firefox. */
function withoutMedia(id: number, answer: Message): Message {
  return answer.error === 'unknown command' ? { type: 'success', id, result: {} } : answer
}

/** A file that a page has made is downloaded without a name of the download, and Playwright ignores downloads without one. */
function withName(message: Message): Message {
  const { method, params } = message
  const isDownload = method === 'browsingContext.downloadWillBegin' || method === 'browsingContext.downloadEnd'
  if (!isDownload || params === undefined || (params.navigation ?? params.download)) return message
  return { ...message, params: { ...params, navigation: params.url } }
}

import { existsSync } from 'node:fs'
import { type Browser, firefox as playwright } from 'playwright-core'

/** Debian's Firefox ESR, which the campaign `firefox` installs if it may (tools/firefox.ts). */
export const DEBIAN_FIREFOX = '/usr/bin/firefox-esr'

/** Firefox counts these as bits: a mouse points finely, and can hover. */
const MOUSE = 2 + 4
const PREFERENCES = {
  // Without windows Firefox has neither the colours nor the mouse of a desktop. These settings give it a mouse; journeys use the dark theme, and
  // nothing moves.
  'layout.css.prefers-color-scheme.content-override': 0,
  'ui.prefersReducedMotion': 1,
  'ui.primaryPointerCapabilities': MOUSE,
  'ui.allPointerCapabilities': MOUSE,
  // Firefox ESR 153 crashes if a script reads `ariaLabelledByElements`, as axe does on the page of a manoeuvre; the pages of the platform never read
  // it.
  'accessibility.ARIAElementReflection.enabled': false,
}

/** A message of WebDriver BiDi, with the parts that are read here. */
export type Message = {
  readonly id?: number
  readonly type?: string
  readonly method?: string
  readonly error?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: object
}

/** The object with which Playwright sends and receives messages; it is not part of Playwright's public interface. */
type Transport = { send: (message: Message) => void; onmessage: (message: Message) => void }

/** Starts a headless Firefox ESR, controlled by WebDriver BiDi (docs/decisions/167-firefox.md). */
export async function launchFirefox(): Promise<Browser> {
  if (!existsSync(DEBIAN_FIREFOX))
    throw new Error(`There is no ${DEBIAN_FIREFOX}: npm run tool -- campaigns firefox installs it.`)
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

/** Returns functions that translate Playwright's messages for Firefox ESR, and its answers for Playwright by the message that was sent before. */
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

/** Matches the script with which Playwright fills a field: it sets the field's value, which React takes for its own change and reverts. */
const FILLS = /window\.__pw_bidiInsertText\((\w+)\)/

/** Changes the message so that it fills a field as a person does who pastes. */
function withEditor(message: Message): Message {
  const given = message.params?.arguments
  if (!Array.isArray(given)) return message
  const changed = given.map((one: { readonly type?: string; readonly value?: unknown }) =>
    one.type === 'string' && typeof one.value === 'string' ? { ...one, value: one.value.replace(FILLS, PASTES) } : one,
  )
  return { ...message, params: { ...message.params, arguments: changed } }
}

/** If the active element is a frame, pasting is left to the code in that frame. */
const PASTES = `(document.activeElement instanceof HTMLIFrameElement || !document.execCommand('insertText', false, $1) ? $& : undefined)`

/** Playwright sets media for each new visitor, and Firefox refuses that: the media stay as they were at the start of this Firefox. */
function withoutMedia(id: number, answer: Message): Message {
  return answer.error === 'unknown command' ? { type: 'success', id, result: {} } : answer
}

/** Adds a name: if a page has made the file itself, its download has no name, and Playwright ignores such downloads. */
function withName(message: Message): Message {
  const { method, params } = message
  const isDownload = method === 'browsingContext.downloadWillBegin' || method === 'browsingContext.downloadEnd'
  if (!isDownload || params === undefined || (params.navigation ?? params.download)) return message
  return { ...message, params: { ...params, navigation: params.url } }
}

import './api/without-eval.ts'
import './site/empty-html.ts'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/document.css'
import './ui/primitives.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onChange, readChange } from './api/changes.ts'
import { followEvents, renewStream } from './api/events.ts'
import { type AnswerOwner, isSamePerson, keepAnswers, restoreAnswers } from './api/kept-answers.ts'
import { getOutage, onOutage, probe } from './api/outage.ts'
import { queryClient, readAgain } from './api/queries.ts'
import { recoverByItself } from './api/recover.ts'
import { announceFailures } from './notifications/announce.ts'
import { ageNotifications } from './notifications/fresh-to-unread.ts'
import { forgetNotices, notificationsQuery } from './notifications/notifications.ts'
import { createAppRouter, fetchPageAt, fetchPages } from './routes.tsx'
import { getSession, isSignedIn, onSession, openSession } from './session/session.ts'
import { Starting } from './shell/frame/starting.tsx'
import { bindingsOf } from './shell/key/bindings.ts'
import { pageBindings } from './shell/key/page-keys.tsx'
import { listenForShortcuts } from './shell/overlay/keyboard.ts'
import { isOutdated, keepCode } from './site/kept-code.ts'
import { mayFetchAhead } from './site/line.ts'
import { askAgain } from './ui/page/fetched.ts'
import { followPrinting } from './ui/page/printing.ts'
import { fetchLanguage } from './ui/text/language.ts'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element "root".')
const root = createRoot(place)

function show(content: React.ReactNode): void {
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
    </StrictMode>,
  )
}

followPrinting()
// The stream starts before the session opens, because the first drawing reads data at once: a read before the stream has its position must
// be repeated.
onChange('notification', () => readAgain({ queryKey: notificationsQuery.queryKey }))
void followEvents({
  onEvent: (event) => void readChange(event),
  onGap: () => void readAgain(),
})
// The start waits for the German words as well as for the code of the page, so that nothing is shown first in one language and then in the
// other.
const language = fetchLanguage()
fetchPageAt(location.pathname)
show(<Starting />)
await openSession()
await language
if (isAway()) {
  await probe()
  await restore(isAway)
}
const router = createAppRouter()
// The router notices a new address only after the first page is drawn: until then this line follows the Back button.
const unfollow = router.history.subscribe(() => router.load())
router.subscribe('onRendered', unfollow)
// The starting page stays until the first screen can be drawn.
await router.load()
show(<RouterProvider router={router} />)
listenForShortcuts(() => ({ ...bindingsOf(rolesNow(), (link) => void router.navigate(link)), ...pageBindings() }))

function rolesNow(): ReadonlySet<string> | undefined {
  const session = getSession()
  return session.status === 'signed-in' ? session.who.roles : undefined
}

function whoNow(): AnswerOwner | undefined {
  const session = getSession()
  return session.status === 'signed-in' && isSignedIn() ? session.who : undefined
}

/** Restores the answers that the same user has read before, as long as they wait for the server. */
async function restore(isWaiting: () => boolean): Promise<void> {
  const who = whoNow()
  if (who) await restoreAnswers(who, () => isWaiting() && isSamePerson(whoNow(), who))
}

function isAway(): boolean {
  const session = getSession()
  return session.status === 'signed-in' && session.isAway === true
}

/** Reads the data of the screens for a shift before they are opened, so that it is stored when the server goes away. */
async function readAhead(): Promise<void> {
  if (!mayFetchAhead()) return
  const { readAheadOfOutage } = await import('./ca/overview/ahead-of-outage.ts')
  readAheadOfOutage()
}

let wasAway = isAway()
/** The page was loaded while nothing answered, and the session is open now: all data is read again, with the server's current code. */
onSession(() => {
  const isBack = wasAway && !isAway() && isSignedIn()
  wasAway = isAway()
  if (isBack) void goOn()
})

async function goOn(): Promise<void> {
  if (await isOutdated()) return location.reload()
  renewStream()
  await readAgain()
  await keepCode()
}

let who = whoNow()
onSession(() => {
  const session = getSession()
  if (session.status !== 'signed-in' || isSamePerson(who, session.who)) return
  // Answers for another user must not be shown.
  if (who !== undefined) {
    queryClient.clear()
    forgetNotices()
  }
  who = session.who
})

announceFailures()
ageNotifications()
// A page whose code could not be fetched is loaded when the server is back.
onOutage(() => {
  if (getOutage()) return
  void router.invalidate()
  askAgain()
})
onOutage(() => {
  if (isAway() && getOutage()?.kind !== 'unreachable') void openSession()
})
let wasOut = false
/** An answer that this page has not read yet may have been read earlier by another page, or in advance: it is shown with its age. */
onOutage(() => {
  const isOut = getOutage() !== undefined
  if (isOut && !wasOut) void restore(() => getOutage() !== undefined)
  wasOut = isOut
})
recoverByItself()
keepAnswers(whoNow)
void readAhead()
if (!isAway()) void keepCode()
void fetchPages(router)
// This is the only way for a page test to reset the application in place; its code is served only in developer mode.
if (getSession().config?.devMode) void import('./dev/door.ts').then(({ openDoor }) => openDoor(router))

// The browser may restore a page that was left for the sign-in page, but the page's session is outdated.
addEventListener('pageshow', (event) => {
  if (event.persisted && !isSignedIn()) location.reload()
})

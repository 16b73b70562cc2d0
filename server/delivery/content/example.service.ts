import type { NextCall } from '@apsis/contract/duty/next-call.ts'
import type { ClientLook, NoticeExample } from '@apsis/contract/notifications/example.ts'
import { NOTICE_CODE, type Notification } from '@apsis/contract/notifications/notification.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { EXAMPLE_PLANE } from '../picture/example-plane.ts'
import { slackMessage, teamsMessage } from './cards.ts'
import { comingFactsOf } from './coming-facts.ts'
import type { DeliveryContent, EventFigures, HistoryLine } from './facts.ts'
import { type InlinePicture, inClient, mailOf } from './mail.ts'
import { inEnglish, saidIn } from './manner.service.ts'
import { webhookEvent } from './webhook.ts'

/** A fictitious event; its last message has twice the probability of the previous one. */
const FINDING = {
  code: 'risk-raised',
  values: {
    satellite: 'SAT-3',
    secondary: 'COSMOS 2251 DEB',
    designator: '33757',
    level: 'CRITICAL',
    probability: 2.12e-4,
    missM: 182,
    tcaAt: '2026-11-21T14:13:07.000Z',
    decideAt: '2026-11-21T10:00:00.000Z',
  },
} as const

const message = (
  createdAt: string,
  probability: number,
  [r, t, n]: readonly [number, number, number],
): HistoryLine => ({
  createdAtMs: Date.parse(createdAt),
  probability,
  missM: Math.sqrt(r * r + t * t + n * n),
  missRtnM: { r, t, n },
  originator: 'EXAMPLE',
  isSimulated: false,
})
/** The components of the last miss distance are those in design/alerts.html. */
const HISTORY = [
  message('2026-11-18T13:40:00Z', 2.6e-6, [158, 390, 405]),
  message('2026-11-18T21:35:00Z', 1.7e-6, [171, 402, 421]),
  message('2026-11-19T05:42:00Z', 8.6e-6, [131, 270, 299]),
  message('2026-11-19T13:41:00Z', 3.4e-5, [99, 197, 224]),
  message('2026-11-19T21:47:00Z', 1.06e-4, [72, 143, 161]),
  message('2026-11-20T05:41:00Z', 2.12e-4, [58, 114, 129.6]),
]
const TCA_MS = Date.parse(FINDING.values.tcaAt)
const STANDING: EventFigures = {
  tcaMs: TCA_MS,
  missM: FINDING.values.missM,
  missRtnM: { r: 58, t: 114, n: 129 },
  criticalProbability: 1e-4,
}
const SETTLING = comingFactsOf(
  { history: HISTORY, tcaMs: TCA_MS, nowMs: Date.parse('2026-11-20T05:41:20Z') },
  { ordered: { sensorCode: 'ABC01', atMs: Date.parse('2026-11-20T18:22:00Z'), chance: 0.72 }, toOrder: undefined },
)

/**
 * The call is half an hour after the last message. At the time of the call, more than four hours are left to decide.
 */
const NEXT_CALL: NextCall = { person: 'kim', at: '2026-11-20T06:11:20.000Z', when: 'exact' }

const EXAMPLE_ID = '00000000-0000-4000-8000-000000000000'
const NOTIFICATION: Notification = {
  id: EXAMPLE_ID,
  code: NOTICE_CODE,
  status: '2xx',
  timestamp: '2026-11-20T05:41:20.000Z',
  state: 'fresh',
  level: 'critical',
  finding: FINDING,
  ...inEnglish(FINDING),
}

/** Returns the page of a mail with its pictures embedded, so that the mail itself is not needed. */
const withPictures = (html: string, pictures: readonly InlinePicture[]) =>
  pictures.reduce(
    (page, { cid, mediaType, bytes }) =>
      page.replace(`src="cid:${cid}"`, `src="data:${mediaType};base64,${bytes.toString('base64')}"`),
    html,
  )

type ExampleQuestion = {
  readonly language: ReceiverLanguage
  /** The simulated mail program; undefined: the setting of the viewer decides. */
  readonly look: ClientLook | undefined
  readonly publicUrl: string
  readonly mailFrom: string
}

/** Returns the deliveries of the example, written like every other notice; its links lead only to the settings page. */
export function noticeExample({ language, look, publicUrl, mailFrom }: ExampleQuestion): NoticeExample {
  const settingsUrl = `${publicUrl}/account/notifications`
  const content: DeliveryContent = {
    deliveryId: EXAMPLE_ID,
    tries: 1,
    kind: 'notice',
    language,
    isSimulated: false,
    isExample: true,
    url: settingsUrl,
    settingsUrl,
    acknowledgeUrl: settingsUrl,
    history: HISTORY,
    plane: EXAMPLE_PLANE,
    figures: STANDING,
    comingFacts: SETTLING,
    nextCall: NEXT_CALL,
    notification: { ...NOTIFICATION, ...saidIn(language, NOTIFICATION) },
  }
  const options = { from: mailFrom, to: mailFrom, host: new URL(publicUrl).hostname }
  const { subject, text, html: written, pictures } = mailOf(content, options)
  const html = withPictures(written, pictures)
  const page = look === undefined ? html : inClient(html, look)
  // Programs get the example in English, and marked as a test.
  const webhook = webhookEvent({ ...content, kind: 'test', notification: NOTIFICATION })
  return { subject, text, html: page, teams: teamsMessage(content), slack: slackMessage(content), webhook }
}

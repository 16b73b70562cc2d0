import type { NextCall } from '@apsis/contract/duty/next-call.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import type { Audience } from '@apsis/contract/roles.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import type { DecidingPasses, EventFigures, HistoryLine } from './content/facts.ts'
import type { Attachment } from './content/mail.ts'
import type { WrittenSituation } from './content/situation-mail.ts'
import type { MailDoor } from './mail-door.ts'
import type { EncounterPlane } from './picture/plane-picture.ts'
import type { SendingConfig } from './send-content.ts'

/** A notice about deliveries, on the page of a person in the organisation. */
export type ChannelNotice = {
  readonly tenantId: string
  readonly subject: string | undefined
  readonly audience: Audience
  readonly level: Notification['level'] & string
  readonly finding: Finding
  /** The page of the notice's subject; absent: the page of the channels. */
  readonly link?: string
}

/** A finding about a matter, and the urgency of its notice. */
export type SaidOnce = { readonly finding: Finding; readonly level: Notification['level'] }
/** A finding before it is sent, and the time of sending. */
export type SaidBefore = SaidOnce & { readonly matter: string | null; readonly now: Date }

export type SendingParts = {
  readonly config: SendingConfig
  readonly box: SecretBox
  readonly mail: MailDoor
  readonly random: () => number
  /** Raises a notification. `isQuiet`: it is shown only on the page. */
  readonly tell: (tx: TenantDb, notice: ChannelNotice, isQuiet: boolean) => Promise<void>
  /** Computes a finding that changes with time again before it is sent; returns undefined if it is no longer true. */
  readonly renewed: (tx: TenantDb, said: SaidBefore) => Promise<SaidOnce | undefined>
  /** Returns the newest message about a matter, to be attached to a mail, or 'too-large'; undefined if there is none. */
  readonly messageOf: (tx: TenantDb, matter: string) => Promise<Attachment | 'too-large' | undefined>
  /** Returns the figures of the messages about a matter, oldest first. */
  readonly historyOf: (tx: TenantDb, matter: string) => Promise<readonly HistoryLine[]>
  /** Returns a matter in the conjunction plane; undefined if it is no event, or if its newest message has no covariance. */
  readonly planeOf: (tx: TenantDb, matter: string) => Promise<EncounterPlane | undefined>
  /** Returns the current state of a matter; undefined if it is no event. */
  readonly figuresOfEvent: (tx: TenantDb, matter: string) => Promise<EventFigures | undefined>
  /** Returns the passes that can decide a matter before its deadline, ranked for the asking person; undefined if they are not known. */
  readonly decidingPassesOf: (asked: {
    readonly db: Database
    readonly tenantId: string
    readonly subject: string
    readonly matter: string
    readonly now: number
  }) => Promise<DecidingPasses | undefined>
  /** Returns the next call of the on-call chain about a matter if nobody acknowledges it; undefined if there is none. */
  readonly nextCallOf: (
    tx: TenantDb,
    about: { readonly matter: string; readonly now: number },
  ) => Promise<NextCall | undefined>
  /** Returns all open events as they are now, as text for a reader. Throws if they cannot be read: then nothing is said about the situation. */
  readonly situationOf: (asked: {
    readonly db: Database
    readonly tenantId: string
    readonly now: number
    readonly language: ReceiverLanguage
    readonly publicUrl: string
    /** True if all data of the installation is simulated; the whole mail then says so. */
    readonly isSimulated: boolean
  }) => Promise<WrittenSituation>
  readonly measured: (channel: string, result: string, seconds: number) => void
}

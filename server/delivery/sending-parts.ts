import type { NextCall } from '@apsis/contract/duty/next-call.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import type { Audience } from '@apsis/contract/roles.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import type { HistoryLine, SettlingPasses, Standing } from './content/facts.ts'
import type { Attachment } from './content/mail.ts'
import type { WrittenSituation } from './content/situation-mail.ts'
import type { MailDoor } from './mail-door.ts'
import type { EncounterPlane } from './picture/plane-picture.ts'
import type { SendingConfig } from './send-content.ts'

/** What a person of the organisation is told of deliveries on the page. */
export type ChannelNotice = {
  readonly tenantId: string
  readonly subject: string | undefined
  readonly audience: Audience
  readonly level: Notification['level'] & string
  readonly finding: Finding
  /** The page that it is about; without one, that of the channels. */
  readonly link?: string
}

/** What is said of a matter, and how urgent that is. */
export type SaidOnce = { readonly finding: Finding; readonly level: Notification['level'] }
/** What was to be said, and when it is sent. */
export type SaidBefore = SaidOnce & { readonly matter: string | null; readonly now: Date }

export type SendingParts = {
  readonly config: SendingConfig
  readonly box: SecretBox
  readonly mail: MailDoor
  readonly random: () => number
  /** Raises a notification. `isQuiet`: on the page alone. */
  readonly tell: (tx: TenantDb, notice: ChannelNotice, isQuiet: boolean) => Promise<void>
  /** What a finding says when it is sent, where time changes it; undefined: it is no longer so. */
  readonly renewed: (tx: TenantDb, said: SaidBefore) => Promise<SaidOnce | undefined>
  /** The newest message about a matter, which goes with a mail, or that it is too large; undefined: there is none. */
  readonly messageOf: (tx: TenantDb, matter: string) => Promise<Attachment | 'too-large' | undefined>
  /** What the messages about a matter say, oldest first. */
  readonly historyOf: (tx: TenantDb, matter: string) => Promise<readonly HistoryLine[]>
  /** A matter in the conjunction plane; undefined: it is no event, or its newest message has no covariance. */
  readonly planeOf: (tx: TenantDb, matter: string) => Promise<EncounterPlane | undefined>
  /** A matter as it stands; undefined: it is no event. */
  readonly standingOf: (tx: TenantDb, matter: string) => Promise<Standing | undefined>
  /** The passes that can settle a matter before it has to be decided, as they are ranked for whoever asks; undefined: not known. */
  readonly settlingPassesOf: (asked: {
    readonly db: Database
    readonly tenantId: string
    readonly subject: string
    readonly matter: string
    readonly now: number
  }) => Promise<SettlingPasses | undefined>
  /** Whom the on-call chain calls about a matter if nobody acknowledges it; undefined: nobody. */
  readonly nextCallOf: (
    tx: TenantDb,
    about: { readonly matter: string; readonly now: number },
  ) => Promise<NextCall | undefined>
  /** All open events as they stand, in the words of a reader. It throws where that cannot be read: nothing is then said of the sky. */
  readonly situationOf: (asked: {
    readonly db: Database
    readonly tenantId: string
    readonly now: number
    readonly language: ReceiverLanguage
    readonly publicUrl: string
    /** All data of the installation is simulated, and the whole mail says so. */
    readonly isSimulated: boolean
  }) => Promise<WrittenSituation>
  readonly measured: (channel: string, result: string, seconds: number) => void
}

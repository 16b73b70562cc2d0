import { join } from 'node:path'
import { z } from 'zod'
import type { SettingName } from './settings.data.ts'

/** The settings for sending notices outside the platform. */
export type DeliveryConfig = Readonly<{
  /** The file with the key that seals the targets of channels. */
  keyFile: string
  /** True if notices may be sent to receivers on this machine; for tests and demonstrations. */
  allowLoopback: boolean
  mailFrom: string
  /** The address for returned mails, each with its own token after a `+`; undefined: the sender. */
  bounceAddress: string | undefined
  /** Undefined if mails are written to the mailbox. */
  smtp: SmtpConfig | undefined
  mailboxDir: string
}>

export type SmtpConfig = Readonly<{
  host: string
  port: number
  /** True for TLS from the first byte. Otherwise STARTTLS, without which nothing is sent. */
  implicitTls: boolean
  user: string | undefined
  passwordFile: string | undefined
  /** Certificates that are trusted in addition to the public ones. */
  caFile: string | undefined
}>

/** The part before the @ may have at most 64 characters (RFC 5321 §4.5.3.1.1); a `+` and a token take 49 of them. */
const MOST_BOUNCE_NAME = 15

export const mailShape = {
  APSIS_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  APSIS_SMTP_PASSWORD_FILE: z.string().min(1).optional(),
  APSIS_SMTP_CA_FILE: z.string().min(1).optional(),
  APSIS_MAIL_FROM: z.email().optional(),
  APSIS_BOUNCE_ADDRESS: z
    .email()
    .regex(new RegExp(`^[^@+]{1,${MOST_BOUNCE_NAME}}@`))
    .optional(),
}

type MailValues = { [K in keyof typeof mailShape]: z.output<(typeof mailShape)[K]> }
type DeliveryValues = MailValues & {
  readonly APSIS_DELIVERY_KEY_FILE: string | undefined
  readonly APSIS_DELIVERY_LOOPBACK: boolean
}

const SMTP_PORT = 587
const SMTPS_PORT = 465

export function decideDelivery(
  v: DeliveryValues,
  { publicUrl, dataDir }: { publicUrl: string; dataDir: string },
): DeliveryConfig {
  const url = v.APSIS_SMTP_URL === undefined ? undefined : new URL(v.APSIS_SMTP_URL)
  const implicitTls = url?.protocol === 'smtps:'
  const smtp = url && {
    host: url.hostname,
    port: Number(url.port) || (implicitTls ? SMTPS_PORT : SMTP_PORT),
    implicitTls,
    user: url.username === '' ? undefined : decodeURIComponent(url.username),
    passwordFile: v.APSIS_SMTP_PASSWORD_FILE,
    caFile: v.APSIS_SMTP_CA_FILE,
  }
  return {
    keyFile: v.APSIS_DELIVERY_KEY_FILE ?? join(dataDir, 'secrets', 'delivery'),
    allowLoopback: v.APSIS_DELIVERY_LOOPBACK,
    mailFrom: v.APSIS_MAIL_FROM ?? `apsis@${new URL(publicUrl).hostname}`,
    bounceAddress: v.APSIS_BOUNCE_ADDRESS,
    smtp,
    mailboxDir: join(dataDir, 'mailbox'),
  }
}

export function* mailRefusals(values: MailValues): Generator<[SettingName, string]> {
  const url = values.APSIS_SMTP_URL === undefined ? undefined : new URL(values.APSIS_SMTP_URL)
  if (url === undefined && values.APSIS_SMTP_PASSWORD_FILE !== undefined)
    yield ['APSIS_SMTP_URL', 'is missing, though APSIS_SMTP_PASSWORD_FILE is set']
  if (url !== undefined && url.password !== '')
    yield ['APSIS_SMTP_URL', 'carries a password: put it into APSIS_SMTP_PASSWORD_FILE']
  if (url !== undefined && (url.username !== '') !== (values.APSIS_SMTP_PASSWORD_FILE !== undefined))
    yield ['APSIS_SMTP_PASSWORD_FILE', 'goes with a user in APSIS_SMTP_URL, and neither without the other']
}

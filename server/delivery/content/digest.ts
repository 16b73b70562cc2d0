import { DELIVERY_WORDS } from './delivery-words.data.ts'
import { type DeliveryContent, oneLine, subjectOf } from './facts.ts'
import { escapeHtml, footerHtml, type Mail, type MailOptions, mailPage, unbroken, WRAPS } from './mail.ts'

type DigestOptions = Omit<MailOptions, 'attachments' | 'action'> & {
  /** The content of the first delivery: its id is the id of the mail, which is the same for every try. */
  readonly content: DeliveryContent
  /** The address with which a mail program ends the digest by one click (RFC 8058). */
  readonly unsubscribeUrl: string
}

/** Writes several deliveries as one mail, in the given order. */
export function digestMail(contents: readonly DeliveryContent[], options: DigestOptions): Mail {
  const { content, from, to, host, unsubscribeUrl } = options
  const { deliveryId, tries, isSimulated, settingsUrl, language } = content
  const words = DELIVERY_WORDS[language]
  const count = contents.length === 1 ? words.digestOne : words.digest.replace('{count}', String(contents.length))
  const subject = `${isSimulated ? words.simulatedMark : ''}${count}`
  const footer = [
    isSimulated ? words.simulated : '',
    tries > 1 ? words.attempt.replace('{count}', String(tries)) : '',
    words.gathered.replace('{url}', settingsUrl),
    words.unsubscribe.replace('{url}', unsubscribeUrl),
  ].filter((line) => line !== '')
  const texts = contents.map((one) => {
    const { notification, url } = one
    const at = `${notification.timestamp.slice(0, 16).replace('T', ' ')} Z`
    return `${at}  ${headOf(one)}\n${oneLine(notification.message)}\n${url}`
  })
  const items = contents.map(
    (one) =>
      `<h2 style="margin:0;font-size:16px;line-height:1.3;${WRAPS}"><a class="other" href="${escapeHtml(one.url)}" style="color:#3a46c8">${unbroken(escapeHtml(headOf(one)))}</a></h2>` +
      `<p class="soft" style="margin:0;font-size:13px;color:#5a6472">${escapeHtml(one.notification.timestamp.slice(0, 16).replace('T', ' '))} Z</p>` +
      `<p style="margin:0 0 16px;${WRAPS}">${unbroken(escapeHtml(one.notification.message))}</p>`,
  )
  return {
    from,
    to,
    subject,
    messageId: `<${deliveryId}@${host}>`,
    headers: {
      'X-Attempt': String(tries),
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    text: `${[...texts, `-- \n${footer.join('\n')}`].join('\n\n')}\n`,
    html: mailPage({ title: subject, language }, [
      `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>`,
      ...items,
      ...footerHtml(footer),
    ]),
    attachments: [],
    pictures: [],
  }
}

/** Returns the subject of one notice, without the parts that the whole mail already has. */
const headOf = (content: DeliveryContent) => subjectOf({ ...content, isSimulated: false, isEventSimulated: false })

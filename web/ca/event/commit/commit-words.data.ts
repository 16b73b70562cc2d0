import { defineWords } from '../../../ui/text/language.ts'

/** What the time to decide follows from. */
export const commitWords = defineWords('ca.commit', {
  en: {
    LAST_CONTACT: 'Last command contact {{hours}} h or more before TCA: {{station}}, {{from}} to {{to}}',
    NO_CONTACTS: 'TCA − {{hours}} h, no contacts known',
    NOT_YET_KNOWN: 'TCA − {{hours}} h, contacts of that time not known yet',
    NO_CONTACT_BEFORE: 'TCA − {{hours}} h; contacts are known, none to command by before that',
  },
  de: {
    LAST_CONTACT: 'Letzter Kommandokontakt {{hours}} h oder mehr vor TCA: {{station}}, {{from}} bis {{to}}',
    NO_CONTACTS: 'TCA − {{hours}} h, keine Kontakte bekannt',
    NOT_YET_KNOWN: 'TCA − {{hours}} h, Kontakte dieser Zeit noch nicht bekannt',
    NO_CONTACT_BEFORE: 'TCA − {{hours}} h; Kontakte sind bekannt, zum Kommandieren keiner davor',
  },
})

import { defineWords } from '../../ui/text/language.ts'

/** The words for the result of a message to or from a provider (PROVIDER_RESULTS of contract/odt/provider/provider.ts). */
export const resultWords = defineWords('provider-results', {
  en: {
    delivered: 'delivered',
    refused: 'refused',
    'address-not-public': 'its address is not public',
    'name-unknown': 'its name is unknown',
    'connect-timeout': 'no connection in time',
    'answer-timeout': 'no answer in time',
    'tls-failed': 'its certificate is not trusted',
    'connection-failed': 'the connection failed',
    'proxy-failed': 'this installation’s proxy did not pass it on',
    status: 'answered',
    'too-late': 'too late for the pass',
    taken: 'taken',
    ignored: 'changed nothing',
  },
  de: {
    delivered: 'zugestellt',
    refused: 'abgelehnt',
    'address-not-public': 'die Adresse ist nicht öffentlich',
    'name-unknown': 'der Name ist unbekannt',
    'connect-timeout': 'keine Verbindung in der Zeit',
    'answer-timeout': 'keine Antwort in der Zeit',
    'tls-failed': 'dem Zertifikat wird nicht vertraut',
    'connection-failed': 'die Verbindung kam nicht zustande',
    'proxy-failed': 'der Proxy dieser Installation gab es nicht weiter',
    status: 'antwortete mit',
    'too-late': 'zu spät für den Überflug',
    taken: 'angenommen',
    ignored: 'ändert nichts',
  },
})

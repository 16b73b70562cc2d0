import { defineWords } from '../../ui/text/language.ts'

/** The words with which a person who is called for an event passes it on. */
export const passOnWords = defineWords('shell.pass-on', {
  en: {
    passOn: 'Pass on',
    passOnPair: 'Pass on {{pair}}',
    title: 'Pass on {{pair}}?',
    confirm: 'Pass on to {{person}}',
    does: '{{person}} is called at once and reads your note. The event stays unacknowledged: without an answer the chain goes on.',
    note: 'Note for the next person, optional',
    cancel: 'Cancel',
    close: 'Close',
    nobodyNext:
      'Nobody else of the chain can be called now. Acknowledge the event, or tell somebody yourself: the chain is set under Notifications.',
    notCalled: '{{person}} is called for this event, and alone can pass it on.',
    nobodyCalled: 'Nobody of the on-call chain is called for this event: everybody of collision avoidance was told.',
    noChain: 'There is no on-call chain, and nobody to pass it on to.',
    notWaiting: 'Nobody is called any more: it was acknowledged, is not critical any more, or is over.',
    passed: 'Passed on',
    passedText: '{{person}} is called for {{pair}}. It stays unacknowledged until somebody acknowledges it.',
  },
  de: {
    passOn: 'Weitergeben',
    passOnPair: '{{pair}} weitergeben',
    title: '{{pair}} weitergeben?',
    confirm: 'An {{person}} weitergeben',
    does: '{{person}} wird sofort gerufen und liest Ihre Notiz. Das Ereignis bleibt unquittiert: Ohne Antwort geht die Kette weiter.',
    note: 'Notiz für die nächste Person, freiwillig',
    cancel: 'Abbrechen',
    close: 'Schließen',
    nobodyNext:
      'Niemand sonst aus der Kette kann jetzt gerufen werden. Quittieren Sie das Ereignis, oder sagen Sie selbst jemandem Bescheid: Die Kette wird unter Benachrichtigungen gesetzt.',
    notCalled: 'Für dieses Ereignis ist {{person}} gerufen und kann es allein weitergeben.',
    nobodyCalled:
      'Für dieses Ereignis ist niemand aus der Bereitschaftskette gerufen: Alle der Kollisionsvermeidung wurden benachrichtigt.',
    noChain: 'Es gibt keine Bereitschaftskette und niemanden, an den es weitergehen könnte.',
    notWaiting: 'Niemand ist mehr gerufen: Es wurde quittiert, ist nicht mehr kritisch oder vorbei.',
    passed: 'Weitergegeben',
    passedText: '{{person}} ist für {{pair}} gerufen. Es bleibt unquittiert, bis jemand es quittiert.',
  },
})

import { defineWords } from '../../ui/text/language.ts'

/** The words with which a person who is called for an event passes it on. */
export const passOnWords = defineWords('shell.pass-on', {
  en: {
    passOn: 'Pass on',
    passOnPair: 'Pass on {{pair}}',
    title: 'Pass on {{pair}}?',
    confirm: 'Pass on to {{person}}',
    does: '{{person}} is called at once with your note. The event stays unacknowledged: unanswered, the chain goes on.',
    note: 'Note for the next person, optional',
    nobodyNext:
      'Nobody else of the chain can be called. Acknowledge the event, or tell somebody; set the chain under Notifications.',
    notCalled: '{{person}} is called, and alone can pass it on.',
    nobodyCalled: 'Nobody of the chain is called: everybody of collision avoidance was told.',
    noChain: 'No on-call chain, nobody to pass it on to.',
    notWaiting: 'Nobody is called any more: acknowledged, not critical any more, or over.',
    passed: 'Passed on',
    passedText: '{{person}} is called for {{pair}}, unacknowledged until somebody acknowledges it.',
  },
  de: {
    passOn: 'Weitergeben',
    passOnPair: '{{pair}} weitergeben',
    title: '{{pair}} weitergeben?',
    confirm: 'An {{person}} weitergeben',
    does: '{{person}} wird sofort mit Ihrer Notiz gerufen. Das Ereignis bleibt unquittiert: Ohne Antwort geht die Kette weiter.',
    note: 'Notiz für die nächste Person, freiwillig',
    nobodyNext:
      'Niemand sonst aus der Kette kann gerufen werden. Quittieren Sie das Ereignis, oder sagen Sie jemandem Bescheid; die Kette wird unter Benachrichtigungen gesetzt.',
    notCalled: '{{person}} ist gerufen und kann es allein weitergeben.',
    nobodyCalled: 'Niemand aus der Kette ist gerufen: Alle der Kollisionsvermeidung wurden benachrichtigt.',
    noChain: 'Keine Bereitschaftskette und niemand, an den es weitergehen könnte.',
    notWaiting: 'Niemand ist mehr gerufen: quittiert, nicht mehr kritisch oder vorbei.',
    passed: 'Weitergegeben',
    passedText: '{{person}} ist für {{pair}} gerufen; es bleibt unquittiert, bis jemand es quittiert.',
  },
})

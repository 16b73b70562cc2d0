import { defineWords } from '../../ui/language.ts'

/** What is said when messages are sent by hand. */
export const intakeWords = defineWords('ca.intake', {
  en: {
    import: 'Import messages',
    what: 'Conjunction data messages in KVN, XML or JSON: one or many to a file, or a zip of them.',
    choose: 'Files',
    drop: 'Drop files here, or choose them.',
    sending: 'Sending {{name}}, {{done}} of {{of}}…',
    accepted: 'accepted',
    duplicate: 'known already',
    refused: 'refused',
    sum: '{{accepted}} accepted, {{duplicate}} known already, {{refused}} refused.',
    failed: '{{name}} was not taken',
    line: 'line {{line}}',
    open: 'Open',
    done: 'Done',
    results: 'What became of the messages',
  },
  de: {
    import: 'Nachrichten importieren',
    what: 'Konjunktionsnachrichten (CDM) in KVN, XML oder JSON: eine oder viele je Datei, oder ein Zip davon.',
    choose: 'Dateien',
    drop: 'Dateien hier ablegen oder auswählen.',
    sending: '{{name}} wird gesendet, {{done}} von {{of}}…',
    accepted: 'angenommen',
    duplicate: 'schon bekannt',
    refused: 'abgelehnt',
    sum: '{{accepted}} angenommen, {{duplicate}} schon bekannt, {{refused}} abgelehnt.',
    failed: '{{name}} wurde nicht angenommen',
    line: 'Zeile {{line}}',
    open: 'Öffnen',
    done: 'Fertig',
    results: 'Was aus den Nachrichten wurde',
  },
})

import { defineWords } from '../../ui/text/language.ts'

/** What is said of a plan that a newer message has overtaken, and of the operator of the other object. */
export const offerWords = defineWords('plan.offer', {
  en: {
    offerOlder:
      'Message {{newest}} counts now, and this plan stands on message {{number}}. Recompute it on the newest message, or keep it as it is.',
    offerHeld:
      'Recompute takes back the approval: the plan is a draft again. Keep leaves the burn as it is; it is held against each newer message until ignition.',
    offerNew:
      'Recompute makes a new plan with the same wishes on message {{newest}}. Keep leaves this one as it is, for the record.',
    recompute: 'Recompute',
    keep: 'Keep',
    toDesigner: 'Open in the designer',
    recomputed: 'The plan was recomputed',
    recomputedText: '{{name}} stands on the newest message and is a draft.',
    recomputeWhy: 'Recomputed on a newer message.',
    operator: 'The other operator',
    operatorUnknown:
      'Nobody has said who operates {{name}}: enter it in the directory of operators, or ask the sender of the message.',
    operatorFailed: 'Who operates the other object could not be read',
    active:
      'The message says that the other object can manoeuvre: before the plan is exported it has to be agreed who moves.',
    draft: 'Message to send',
    draftHelp: 'A draft: change what you like. Attach the candidate file by hand, a link to a mail program cannot.',
    draftUS: 'We propose that we move',
    draftTHEM: 'We ask you to move',
    proposal: 'Proposal',
    toMail: 'Open in the mail program',
    text: 'message',
    candidate: 'Candidate file (OPM)',
    record: 'What was sent and received',
    recordHelp:
      'Kept in the record of the event, with who and when; its report prints it. Nothing of it is ever changed.',
    direction: 'Direction',
    SENT: 'Sent',
    RECEIVED: 'Received',
    channel: 'By',
    channelHelp: 'Mail, telephone, …',
    said: 'Text',
    saidNeeded: 'Write what was sent or received, and by which channel.',
    keepRecord: 'Keep in the record',
    takeDraft: 'Take the draft',
    kept: 'Kept in the record',
    keptText: 'It stands in the record of the event.',
    entry_SENT: 'SENT to {{operator}} by {{channel}}: {{text}}',
    entry_RECEIVED: 'RECEIVED from {{operator}} by {{channel}}: {{text}}',
    none: 'Nothing was sent or received yet.',
    bodyBurn: 'Ignition: {{ignition}}\nΔv R, T, N: {{deltaV}} m/s',
    bodyDrag:
      'Change of drag: from {{ignition}} for {{hours}} h, with {{held}} m² in the flow in place of {{usual}} m²; no Δv',
    body_US:
      'Dear colleagues of {{operator}},\n\nour object {{one}} ({{oneId}}) and your object {{two}} ({{twoId}}) approach each other at {{tca}}, with a miss of {{miss}} m and Pc {{pc}}.\n\nWe propose that WE MOVE and that you do not, so that no two burns meet:\n\nPlan: {{plan}} ({{state}})\n{{burn}}\nAfterwards: Pc {{after}}, miss {{missAfter}} m\nLast time at which we can stop it: {{commit}}\n\nThe candidate file is attached. Please answer before {{commit}} whether you agree, and tell us of any burn of yours.\n\nKind regards\n{{name}}',
    body_THEM:
      'Dear colleagues of {{operator}},\n\nour object {{one}} ({{oneId}}) and your object {{two}} ({{twoId}}) approach each other at {{tca}}, with a miss of {{miss}} m and Pc {{pc}}.\n\nWe ask that YOU MOVE; we then do not burn. What we would do otherwise, for your judgement:\n\nPlan: {{plan}} ({{state}})\n{{burn}}\nAfterwards: Pc {{after}}, miss {{missAfter}} m\n\nPlease answer before {{commit}} whether you move, with your ephemeris through the burn.\n\nKind regards\n{{name}}',
    subject: 'Avoidance manoeuvre {{one}} / {{two}}, TCA {{tca}}',
    designNewer:
      'Message {{newest}} has arrived and counts now. What is shown here stands on message {{number}}; a plan that is saved is computed on message {{newest}}.',
    designNow: 'Recomputed on message {{newest}}.',
    returnNote:
      'With return is a cost alone, for the comparison: a plan that is saved holds the avoiding burn. Plan the return as a burn of its own.',
  },
  de: {
    offerOlder:
      'Jetzt zählt Nachricht {{newest}}, und dieser Plan beruht auf Nachricht {{number}}. Rechnen Sie ihn mit der neuesten Nachricht neu, oder behalten Sie ihn, wie er ist.',
    offerHeld:
      'Neu rechnen nimmt die Freigabe zurück: Der Plan ist wieder ein Entwurf. Behalten lässt die Zündung, wie sie ist; sie wird bis dahin an jeder neueren Nachricht gemessen.',
    offerNew:
      'Neu rechnen legt mit denselben Wünschen einen neuen Plan auf Nachricht {{newest}} an. Behalten lässt diesen, wie er ist, als Nachweis.',
    recompute: 'Neu rechnen',
    keep: 'Behalten',
    toDesigner: 'Im Entwurf öffnen',
    recomputed: 'Der Plan wurde neu gerechnet',
    recomputedText: '{{name}} beruht auf der neuesten Nachricht und ist ein Entwurf.',
    recomputeWhy: 'Mit einer neueren Nachricht neu gerechnet.',
    operator: 'Der andere Betreiber',
    operatorUnknown:
      'Niemand hat gesagt, wer {{name}} betreibt: Tragen Sie es ins Verzeichnis der Betreiber ein, oder fragen Sie den Absender der Nachricht.',
    operatorFailed: 'Wer das andere Objekt betreibt, ließ sich nicht lesen',
    active:
      'Laut Nachricht kann das andere Objekt manövrieren: Bevor der Plan exportiert wird, muss vereinbart sein, wer ausweicht.',
    draft: 'Nachricht zum Senden',
    draftHelp:
      'Ein Entwurf: Ändern Sie, was Sie möchten. Hängen Sie die Kandidatendatei von Hand an, ein Verweis auf ein Mailprogramm kann das nicht.',
    draftUS: 'Wir schlagen vor, dass wir ausweichen',
    draftTHEM: 'Wir bitten Sie auszuweichen',
    proposal: 'Vorschlag',
    toMail: 'Im Mailprogramm öffnen',
    text: 'Nachricht',
    candidate: 'Kandidatendatei (OPM)',
    record: 'Was gesendet und empfangen wurde',
    recordHelp:
      'Steht im Protokoll des Ereignisses, mit wem und wann; dessen Bericht druckt es. Nichts davon wird je geändert.',
    direction: 'Richtung',
    SENT: 'Gesendet',
    RECEIVED: 'Empfangen',
    channel: 'Über',
    channelHelp: 'E-Mail, Telefon, …',
    said: 'Text',
    saidNeeded: 'Schreiben Sie, was gesendet oder empfangen wurde, und über welchen Weg.',
    keepRecord: 'Ins Protokoll',
    takeDraft: 'Entwurf übernehmen',
    kept: 'Im Protokoll',
    keptText: 'Es steht im Protokoll des Ereignisses.',
    entry_SENT: 'GESENDET an {{operator}} über {{channel}}: {{text}}',
    entry_RECEIVED: 'EMPFANGEN von {{operator}} über {{channel}}: {{text}}',
    none: 'Noch wurde nichts gesendet oder empfangen.',
    bodyBurn: 'Ignition: {{ignition}}\nΔv R, T, N: {{deltaV}} m/s',
    bodyDrag:
      'Change of drag: from {{ignition}} for {{hours}} h, with {{held}} m² in the flow in place of {{usual}} m²; no Δv',
    body_US:
      'Dear colleagues of {{operator}},\n\nour object {{one}} ({{oneId}}) and your object {{two}} ({{twoId}}) approach each other at {{tca}}, with a miss of {{miss}} m and Pc {{pc}}.\n\nWe propose that WE MOVE and that you do not, so that no two burns meet:\n\nPlan: {{plan}} ({{state}})\n{{burn}}\nAfterwards: Pc {{after}}, miss {{missAfter}} m\nLast time at which we can stop it: {{commit}}\n\nThe candidate file is attached. Please answer before {{commit}} whether you agree, and tell us of any burn of yours.\n\nKind regards\n{{name}}',
    body_THEM:
      'Dear colleagues of {{operator}},\n\nour object {{one}} ({{oneId}}) and your object {{two}} ({{twoId}}) approach each other at {{tca}}, with a miss of {{miss}} m and Pc {{pc}}.\n\nWe ask that YOU MOVE; we then do not burn. What we would do otherwise, for your judgement:\n\nPlan: {{plan}} ({{state}})\n{{burn}}\nAfterwards: Pc {{after}}, miss {{missAfter}} m\n\nPlease answer before {{commit}} whether you move, with your ephemeris through the burn.\n\nKind regards\n{{name}}',
    subject: 'Avoidance manoeuvre {{one}} / {{two}}, TCA {{tca}}',
    designNewer:
      'Nachricht {{newest}} ist eingetroffen und zählt jetzt. Was hier steht, beruht auf Nachricht {{number}}; ein Plan, der gespeichert wird, wird mit Nachricht {{newest}} gerechnet.',
    designNow: 'Mit Nachricht {{newest}} neu gerechnet.',
    returnNote:
      'Mit Rückkehr nennt nur die Kosten, zum Vergleich: Ein gespeicherter Plan enthält das Ausweichmanöver. Planen Sie die Rückkehr als eigenes Manöver.',
  },
})

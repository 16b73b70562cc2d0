import { defineWords } from '../../ui/text/language.ts'

/** The words for a plan that is outdated by a newer message, and for the operator of the other object. */
export const offerWords = defineWords('plan.offer', {
  en: {
    offerOlder: 'Message {{newest}} counts now; this plan stands on message {{number}}. Recompute it, or keep it.',
    offerHeld:
      'Recompute takes back the approval. Keep leaves the burn; it is held against each newer message until ignition.',
    offerNew: 'Recompute makes a new plan on message {{newest}}. Keep leaves this one for the record.',
    recompute: 'Recompute',
    keep: 'Keep',
    toDesigner: 'Open in the designer',
    recomputed: 'The plan was recomputed',
    recomputedText: '{{name}} stands on the newest message, as a draft.',
    recomputeWhy: 'Recomputed on a newer message.',
    operator: 'The other operator',
    operatorUnknown:
      'The operator of {{name}} is not known: enter it in the directory of operators, or ask the sender of the message.',
    operatorFailed: 'The other operator could not be read',
    active: 'By the message the other object can manoeuvre: agree who moves before the export.',
    draft: 'Message to send',
    draftHelp: 'Attach the candidate file by hand.',
    draftUS: 'We propose that we move',
    draftTHEM: 'We ask you to move',
    proposal: 'Proposal',
    toMail: 'Open in the mail program',
    text: 'message',
    candidate: 'Candidate file (OPM)',
    record: 'What was sent and received',
    recordHelp: 'Kept for good in the record of the event, and printed in its report.',
    direction: 'Direction',
    SENT: 'Sent',
    RECEIVED: 'Received',
    channel: 'By',
    channelHelp: 'Mail, telephone, …',
    said: 'Text',
    saidNeeded: 'Write what was sent or received, and how.',
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
      'Message {{newest}} counts now. What is shown stands on message {{number}}; a saved plan is computed on message {{newest}}.',
    designNow: 'Recomputed on message {{newest}}.',
    returnNote:
      'With return is a cost alone: a saved plan holds the avoiding burn. Plan the return as a burn of its own.',
  },
  de: {
    offerOlder:
      'Jetzt zählt Nachricht {{newest}}; dieser Plan beruht auf Nachricht {{number}}. Rechnen Sie ihn neu, oder behalten Sie ihn.',
    offerHeld:
      'Neu rechnen nimmt die Freigabe zurück. Behalten lässt die Zündung; sie wird bis dahin an jeder neueren Nachricht gemessen.',
    offerNew: 'Neu rechnen legt einen neuen Plan auf Nachricht {{newest}} an. Behalten lässt diesen als Nachweis.',
    recompute: 'Neu rechnen',
    keep: 'Behalten',
    toDesigner: 'Im Entwurf öffnen',
    recomputed: 'Der Plan wurde neu gerechnet',
    recomputedText: '{{name}} beruht auf der neuesten Nachricht, als Entwurf.',
    recomputeWhy: 'Mit einer neueren Nachricht neu gerechnet.',
    operator: 'Der andere Betreiber',
    operatorUnknown:
      'Der Betreiber von {{name}} ist nicht bekannt: Tragen Sie ihn ins Verzeichnis der Betreiber ein, oder fragen Sie den Absender der Nachricht.',
    operatorFailed: 'Der andere Betreiber ließ sich nicht lesen',
    active: 'Laut Nachricht kann das andere Objekt manövrieren: Vereinbaren Sie vor dem Export, wer ausweicht.',
    draft: 'Nachricht zum Senden',
    draftHelp: 'Hängen Sie die Kandidatendatei von Hand an.',
    draftUS: 'Wir schlagen vor, dass wir ausweichen',
    draftTHEM: 'Wir bitten Sie auszuweichen',
    proposal: 'Vorschlag',
    toMail: 'Im Mailprogramm öffnen',
    text: 'Nachricht',
    candidate: 'Kandidatendatei (OPM)',
    record: 'Was gesendet und empfangen wurde',
    recordHelp: 'Bleibt im Protokoll des Ereignisses und steht in dessen Bericht.',
    direction: 'Richtung',
    SENT: 'Gesendet',
    RECEIVED: 'Empfangen',
    channel: 'Über',
    channelHelp: 'E-Mail, Telefon, …',
    said: 'Text',
    saidNeeded: 'Schreiben Sie, was wie gesendet oder empfangen wurde.',
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
      'Jetzt zählt Nachricht {{newest}}. Was hier steht, beruht auf Nachricht {{number}}; ein gesicherter Plan wird mit Nachricht {{newest}} gerechnet.',
    designNow: 'Mit Nachricht {{newest}} neu gerechnet.',
    returnNote:
      'Mit Rückkehr nennt nur die Kosten: Ein gesicherter Plan enthält das Ausweichmanöver. Planen Sie die Rückkehr als eigenes Manöver.',
  },
})

import { defineWords } from '../../ui/text/language.ts'

/** The words of the page of the organisation. */
export const organisationWords = defineWords('organisation', {
  en: {
    title: 'What {{name}} asks of everybody',
    ownData: 'your account',
    plans: 'Approval of plans',
    failed: 'This could not be read',
    second: 'A second person approves',
    secondHelp: 'Who made or changed a plan cannot approve it, from the next approval on.',
    on: 'On',
    off: 'Off: one person may make and approve a plan.',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    offTitle: 'Let one person approve their own plans?',
    offHelp: 'Whoever makes or changes a plan may then approve it. The audit record says who did this.',
    keep: 'Keep it on',
    who: 'Only an administrator of collision avoidance (ca:admin) can change it.',
    guide: 'Manoeuvres in the guide',
  },
  de: {
    title: 'Was {{name}} von allen verlangt',
    ownData: 'Ihr Konto',
    plans: 'Freigabe von Plänen',
    failed: 'Das konnte nicht gelesen werden',
    second: 'Eine zweite Person gibt frei',
    secondHelp: 'Wer einen Plan gemacht oder geändert hat, kann ihn nicht freigeben, ab der nächsten Freigabe.',
    on: 'Ein',
    off: 'Aus: Eine Person darf einen Plan machen und freigeben.',
    switchOn: 'Einschalten',
    switchOff: 'Ausschalten',
    offTitle: 'Eigene Pläne selbst freigeben lassen?',
    offHelp:
      'Wer einen Plan macht oder ändert, darf ihn dann freigeben. Das Protokoll hält fest, wer es ausgeschaltet hat.',
    keep: 'Eingeschaltet lassen',
    who: 'Das kann nur die Administration der Kollisionsvermeidung ändern (ca:admin).',
    guide: 'Manöver im Handbuch',
  },
})

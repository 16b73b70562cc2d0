import { defineWords } from '../../../../ui/text/language.ts'

/** The words for saved views. */
export const viewsWords = defineWords('ca.conjunctions.views', {
  en: {
    saveViewTitle: 'Save view',
    viewKeeps: 'Filters, order, groups, columns and plot; wherever you sign in.',
    viewName: 'Name',
    viewNameMissing: 'A view needs a name.',
    viewReplaced: 'The view of this name is replaced.',
    viewTaken: 'This name is taken.',
    tooManyViews: '{{count}} views, no more fit: delete one first.',
    viewsNotRead: 'Saved views could not be read',
    viewsNotSaved: 'Saved views could not be changed',
    manageTitle: 'Saved views',
    viewDeleted: '{{name}} was deleted.',
    delete: 'Delete',
    deleteView: 'Delete {{name}}',
  },
  de: {
    saveViewTitle: 'Ansicht speichern',
    viewKeeps: 'Filter, Sortierung, Gruppen, Spalten und Diagramm; überall, wo Sie sich anmelden.',
    viewName: 'Name',
    viewNameMissing: 'Eine Ansicht braucht einen Namen.',
    viewReplaced: 'Die Ansicht dieses Namens wird ersetzt.',
    viewTaken: 'Dieser Name ist vergeben.',
    tooManyViews: '{{count}} Ansichten, mehr sind nicht möglich: Löschen Sie zuerst eine.',
    viewsNotRead: 'Gespeicherte Ansichten konnten nicht gelesen werden',
    viewsNotSaved: 'Gespeicherte Ansichten konnten nicht geändert werden',
    manageTitle: 'Gespeicherte Ansichten',
    viewDeleted: '{{name}} wurde gelöscht.',
    delete: 'Löschen',
    deleteView: '{{name}} löschen',
  },
})

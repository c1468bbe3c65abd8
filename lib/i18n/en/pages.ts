import { fault } from '@/lib/i18n/en/fault'

/** Standalone pages: not found, forbidden, errors and the API reference. */
export const pages = {
  notFound: {
    title: 'Page not found',
    heading: 'Page not found',
    lead: 'The address may be mistyped, or the page may have been moved or deleted.',
  },
  /** Pages of single records. */
  missing: {
    lead: 'It may have been deleted, or the address is incorrect.',
    kinds: {
      user: { heading: 'This user doesn’t exist', all: 'All users' },
      bulkAction: { heading: 'This bulk action doesn’t exist', all: 'All bulk actions' },
      import: { heading: 'This import doesn’t exist', all: 'All imports' },
      role: { heading: 'This role doesn’t exist', all: 'All roles' },
      permission: { heading: 'This permission doesn’t exist', all: 'All permissions' },
      webhook: { heading: 'This webhook doesn’t exist', all: 'All webhooks' },
      payment: { heading: 'This payment doesn’t exist', all: 'All payments' },
      notification: { heading: 'This notification doesn’t exist', all: 'All notifications' },
      template: { heading: 'This template doesn’t exist', all: 'All templates' },
      profileField: { heading: 'This profile field doesn’t exist', all: 'All profile fields' },
    },
  },
  forbidden: {
    title: 'Access denied',
    heading: 'You don’t have access to this page',
    lead: 'Your account is missing the required permission.',
    missing: 'Missing permission',
    askAdministrator: 'Ask an administrator to add it to one of your roles.',
    askTitle: 'Who can give you access',
    noGrantor: 'No active user can give you access right now.',
  },
  fault,
  onward: {
    appTitle: 'You’re signed in',
    appFailedTitle: 'Sign-in failed',
    appText: 'Continue in the app.',
    appAction: 'Continue to the app',
    providerTitle: 'Continue to {provider}',
    providerText: 'Sign in there to connect that account to yours.',
  },
  toHome: 'Go to home page',
  docs: {
    errorsText: 'Every error is a problem document (RFC 9457) with a stable code.',
    status: 'Status',
    code: 'Code',
    meaning: 'Meaning',
    remedy: 'What to do',
    example: 'Example',
    allErrors: 'All errors',
    problemTitle: 'Error {code}',
  },
}

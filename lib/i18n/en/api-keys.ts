/** API keys: one's own, and those of other accounts. */
export const apiKeys = {
  title: 'API keys',
  titleOf: 'API keys of {person}',
  lead: 'Keys let your scripts and apps call the API as you. Each key can do only what you allow it, and never more than you can do yourself.',
  leadPerson: 'Only the user can create keys. Administrators can see and revoke them.',
  leadService:
    'This account calls the API with these keys. Each key can do only what you allow it, and never more than the account can do.',
  noneTitle: 'No API keys yet',
  noneText:
    'Software uses a key instead of a password. The key works until it expires or is revoked.',
  columns: {
    name: 'Name',
    permissions: 'Permissions',
    addresses: 'Allowed addresses',
    created: 'Created',
    lastUsed: 'Last used',
    expires: 'Expires',
    actions: 'Actions',
  },
  neverUsed: 'Never',
  expiresOn: 'Expires {day}',
  expired: 'Expired',
  noPermissions: 'None',
  anyAddress: 'Any address',
  more: { one: '{count} more', other: '{count} more' },
  pager: { first: 'Back to the start', next: 'Older keys' },
  created: {
    title: 'API keys for service accounts',
    lead: 'This user created API keys for the service accounts below. The keys keep working if the user is deactivated or deleted.',
    count: { one: '{count} API key', other: '{count} API keys' },
  },
  card: {
    lead: 'Software uses these keys to call the API as this account.',
    none: 'No API keys.',
    all: 'All API keys',
    manage: 'Manage API keys',
  },
  create: {
    title: 'Create API key',
    lead: 'You see the key once, right after you create it.',
    submit: 'Create key',
    signInFirst: 'You signed in a while ago. Sign in again to create a key.',
    nameHint: 'What the key is for, such as “Nightly export”.',
    permissionsHint: 'Choose only what the software needs.',
    noPermissions:
      'There are no permissions to choose from. The key can access only the account’s own data.',
    lifetime: 'Expires after',
    lifetimeHint: 'We’ll remind you a week before it expires.',
    lifetimes: { 7: '7 days', 30: '30 days', 90: '90 days', 180: '180 days', 365: '1 year' },
    addressesHint:
      'IP addresses or networks such as 203.0.113.0/24, one per line. Leave empty to allow any address.',
    notHeld:
      'The key was not created because you or the account lacks one of these permissions. Reload the page and choose again.',
    tooMany:
      'The key was not created because this account is not active or has too many keys. Revoke one that is no longer needed.',
  },
  shown: {
    label: 'API key “{name}”',
    once: 'Copy the key now. You won’t see it again. It works until {time}.',
    copy: 'Copy key',
    copied: 'Copied',
    use: 'Send it with every request, in this header:',
    seen: 'Done',
  },
  revoke: {
    submit: 'Revoke',
    label: 'Revoke API key: {name}',
    title: 'Revoke “{name}”?',
    text: 'Software that uses this key loses access immediately. You can’t undo this.',
    cancel: 'Cancel',
    done: 'API key revoked.',
    gone: 'This key no longer exists.',
  },
}

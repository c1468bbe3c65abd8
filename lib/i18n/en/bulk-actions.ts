/** Bulk actions on users: selection, preview, progress and history. */
export const bulkActions = {
  title: 'Bulk action history',
  lead: 'Actions applied to many users at once.',
  bar: {
    label: 'Bulk actions',
    selectAll: 'Select all users on this page',
    select: 'Select {person}',
    scope: 'Apply to',
    picked: 'Selected users',
    all: { one: 'The {count} user in this list', other: 'All {count} users in this list' },
    allTooMany: 'All users in this list (at most 10,000)',
    kind: 'Action',
    choose: 'Choose an action',
    review: 'Review',
    selected: { one: '{count} selected', other: '{count} selected' },
  },
  faults: {
    noKind: 'Choose an action.',
    tooMany: 'More than 10,000 users match. Narrow the list with filters first.',
  },
  kinds: {
    activate: 'Activate',
    deactivate: 'Deactivate',
    end_sessions: 'End sessions',
    add_roles: 'Add roles',
    remove_roles: 'Remove roles',
    resend_invitation: 'Resend invitation',
  },
  questions: {
    activate: { one: 'Activate {count} user?', other: 'Activate {count} users?' },
    deactivate: { one: 'Deactivate {count} user?', other: 'Deactivate {count} users?' },
    end_sessions: {
      one: 'End the sessions of {count} user?',
      other: 'End the sessions of {count} users?',
    },
    add_roles: { one: 'Add roles to {count} user?', other: 'Add roles to {count} users?' },
    remove_roles: {
      one: 'Remove roles from {count} user?',
      other: 'Remove roles from {count} users?',
    },
    resend_invitation: { one: 'Resend {count} invitation?', other: 'Resend {count} invitations?' },
  },
  headings: {
    activate: { one: 'Activate {count} user', other: 'Activate {count} users' },
    deactivate: { one: 'Deactivate {count} user', other: 'Deactivate {count} users' },
    end_sessions: { one: 'End sessions of {count} user', other: 'End sessions of {count} users' },
    add_roles: { one: 'Add roles to {count} user', other: 'Add roles to {count} users' },
    remove_roles: {
      one: 'Remove roles from {count} user',
      other: 'Remove roles from {count} users',
    },
    resend_invitation: { one: 'Resend {count} invitation', other: 'Resend {count} invitations' },
  },
  consequences: {
    activate:
      'They can sign in. Sessions that ended stay ended, and revoked API keys stay revoked.',
    deactivate:
      'Immediately ends their sessions, imports, and bulk actions, cancels their notifications, and revokes their API keys, links in their emails, and invitation links that they copied. They can’t sign in until an administrator activates the accounts again, which brings none of this back.',
    end_sessions:
      'All their browsers and apps lose access immediately and have to sign in again. Unconfirmed changes of their email addresses are canceled. Nothing else in the accounts changes.',
    add_roles: 'Adds these roles to the ones they have: {roles}. They take effect immediately.',
    remove_roles: 'Removes these roles: {roles}. This takes effect immediately.',
    resend_invitation:
      'Each user gets another email with a link to set a password. Links sent earlier keep working.',
  },
  unconfirmed: {
    one: '{count} of them hasn’t confirmed their email address. Activate the account only if you know that the address is theirs.',
    other:
      '{count} of them haven’t confirmed their email addresses. Activate the accounts only if you know that the addresses are theirs.',
  },
  preview: {
    lead: 'Nothing has been changed yet. This is a preview. Each user is checked again when the action runs.',
    changed: 'Will be changed',
    unchanged: 'No change needed',
    refused: 'Will be skipped',
    changedList: 'Users who will be changed',
    refusedList: 'Users who will be skipped',
    nothing: 'None of these users would be changed.',
    expires: 'You can run this action until {time}.',
    cancel: 'Cancel',
  },
  roles: {
    addLabel: 'Roles to add',
    addHint: 'You can add roles whose permissions you have yourself.',
    removeLabel: 'Roles to remove',
    submit: 'Continue',
    change: 'Choose other roles',
  },
  progress: {
    label: 'Progress',
    of: '{processed} of {total} users',
    refresh: 'Refresh',
    changed: 'Changed',
    unchanged: 'No change needed',
    refused: 'Skipped',
    waiting: 'Not processed',
    refusedList: 'Skipped users',
    done: 'Finished. Users processed: {total}.',
    stop: 'Stop',
    stopTitle: 'Stop this bulk action?',
    stopText: 'Changes made so far are kept. The remaining users aren’t changed.',
    ended: 'This bulk action has already ended.',
  },
  stopped: {
    cancelled: 'Stopped by a user. Only the users counted here were processed.',
    actor_not_active:
      'Stopped because the user who started it is no longer active. Only the users counted here were processed.',
    permission_lost:
      'Stopped because the user who started it lost a required permission. Only the users counted here were processed.',
    role_gone: 'Stopped because a role was deleted. Only the users counted here were processed.',
    account_reclaimed:
      'Stopped because the owner of the account that started it reported a sign-in or took over the account. Only the users counted here were processed.',
    backup_restored:
      'Stopped because a backup was restored. Only the users counted here were processed.',
    internal_error:
      'Stopped by an internal error. See the server log for details. Only the users counted here were processed.',
  },
  reasons: {
    own_account: 'Your own account',
    not_found: 'No longer exists',
    privilege_escalation: 'Has permissions that you don’t have',
    last_admin: 'Last active administrator',
    conflict: 'Account is deleted',
    no_invitation: 'No pending invitation',
  },
  conflict:
    'This action can’t run because it has already run, its preview is more than 1 hour old, or three of your bulk actions are in progress.',
  firstOf: 'Showing the first {shown} of {count}.',
  columns: {
    user: 'User',
    status: 'Status',
    reason: 'Reason',
    action: 'Action',
    started: 'Started',
  },
  statuses: {
    draft: 'Draft',
    queued: 'Queued',
    running: 'In progress',
    completed: 'Finished',
    stopped: 'Stopped',
  },
  history: {
    total: '{changed} changed, {refused} skipped',
    emptyTitle: 'No bulk actions yet',
    emptyText: 'Select users in the user list and choose an action.',
    newest: 'Newest',
    older: 'Older',
    back: 'All users',
  },
}

/** The pages that import users. */
export const userImport = {
  title: 'Import users',
  lead: 'Upload a CSV or JSON file. The import runs in the background, so you can leave this page.',
  file: 'File',
  fileHint: 'CSV, JSON, or NDJSON in UTF-8, up to 10 MB and 200,000 rows.',
  dryRun: 'Dry run',
  dryRunHint:
    'Checks every row without creating accounts. You can import the accepted rows afterward.',
  submit: 'Upload file',
  chooseFile: 'Choose a file.',
  underWay: 'Three of your imports are in progress. Wait until one of them finishes.',
  help: {
    title: 'File format',
    lead: 'The first line of a CSV file names the columns, in any order. Only email is required. Separate values with commas or semicolons, and double any quotes inside quoted values.',
    email: 'The user’s email address. Required.',
    name: 'The user’s name.',
    locale: 'The language of their emails: en or tr.',
    email_verified:
      'true or false. Users whose address is confirmed are active immediately. Others are pending until they confirm it.',
    status: 'active, pending, or deactivated. If empty, it depends on email_verified.',
    roles:
      'Role names, separated by | in CSV. If empty: user. You can’t assign permissions that you don’t have.',
    password_hash:
      'bcrypt ($2a$, $2b$, $2y$), Argon2id (PHC format), PBKDF2, or Firebase scrypt. We replace it with a stronger hash at the first sign-in. Never a plaintext password.',
    noMail:
      'The import sends no emails. After it finishes, you can invite everyone who has no password.',
    exampleCsv: 'Example CSV',
    exampleNdjson: 'Example NDJSON',
  },
  recent: 'Recent imports',
  noneYet: 'No imports yet. Upload a file to start one.',
  unnamed: 'Unnamed file',
  columns: {
    file: 'File',
    status: 'Status',
    created: 'Created',
    refused: 'Rejected',
  },
  kinds: { real: 'Import', dryRun: 'Dry run' },
  statuses: { queued: 'Queued', running: 'In progress', completed: 'Finished', stopped: 'Stopped' },
  detail: {
    title: 'User import',
    dryTitle: 'Import dry run',
    back: 'All imports',
    about: '{file}, uploaded {time}',
    progress: 'Progress',
    of: '{processed} of {total} rows processed',
    refresh: 'Refresh',
    wouldCreate: 'Would be created',
    notReached: 'Not processed',
    clean: 'All rows can be imported. Nothing has been created yet.',
    someRefused: {
      one: '{count} row was rejected. Import the others now, or correct the file and upload it again.',
      other:
        '{count} rows were rejected. Import the others now, or correct the file and upload it again.',
    },
    allRefused: 'All rows were rejected. Correct the file and upload it again.',
    runNow: { one: 'Import {count} account', other: 'Import {count} accounts' },
    runTitle: { one: 'Import {count} account?', other: 'Import {count} accounts?' },
    runText: 'Creates the accounts described in the file. You can’t undo this in one step.',
    runRefused: {
      one: '{count} rejected row is skipped.',
      other: '{count} rejected rows are skipped.',
    },
    cancel: 'Cancel',
    keptUntil: 'You can import the rows until {time}.',
    done: 'Import finished.',
    doneNothing: 'Import finished. No accounts were created.',
    stop: 'Stop import',
    stopTitle: 'Stop this import?',
    stopText:
      'Accounts created so far are kept. The remaining rows are deleted without being imported.',
    stopDryText: 'The remaining rows are deleted without being checked. No accounts were created.',
    ended: 'This import has already ended.',
    stopped: {
      cancelled: 'Stopped by a user. Only the rows counted here were processed.',
      actor_not_active:
        'Stopped because the user who started it is no longer active. Only the rows counted here were processed.',
      permission_lost:
        'Stopped because the user who started it lost a required permission. Only the rows counted here were processed.',
      account_reclaimed:
        'Stopped because the owner of the account that started it reported a sign-in or took over the account. Only the rows counted here were processed.',
      backup_restored:
        'Stopped because a backup was restored. Only the rows counted here were processed.',
      internal_error:
        'Stopped by an internal error. See the server log for details. Only the rows counted here were processed.',
    },
    conflict:
      'These rows can’t be imported anymore because they were already imported or have been deleted. Upload the file again.',
    refusedTitle: 'Rejected rows',
    refusedLead: 'Row numbers exclude the header.',
    firstOf: 'Showing the first {shown} of {count}. Download the file to see all of them.',
    downloadCsv: 'Download CSV',
    downloadNdjson: 'Download NDJSON',
    row: 'Row',
    email: 'Email address',
    column: 'Column',
    wholeRow: 'Entire row',
    why: 'Reason',
  },
  contents: {
    uploader: 'Uploaded by',
    operator: 'Server command line',
    verified: 'Verified addresses',
    withPassword: 'With a password',
    withRoles: 'With a role other than user',
    notCounted: 'Not counted',
    proven:
      'If you import the file, the verified addresses will count as proof that they belong to these users. Anyone who knows a password in the file can use that account. Import the file only if you know where its contents come from.',
    unproven:
      'If you import the file, the verified addresses won’t count as proof that they belong to these users. They count only if administrators upload and import the file. When a user proves the address later, the account loses its password, other sign-in methods, API keys, phone number, and sessions.',
  },
  invitations: {
    title: 'Invitations',
    lead: {
      one: 'The import created {count} account without a password.',
      other: 'The import created {count} accounts without a password.',
    },
    invite: { one: 'Invite {count} user', other: 'Invite {count} users' },
    question: { one: 'Invite {count} user?', other: 'Invite {count} users?' },
    consequence:
      'Each user gets one email with instructions to set a password. The emails are sent in the background. You can’t recall sent emails.',
    conflict:
      'No one was invited because the import hasn’t finished or everyone already has a password.',
    progress: 'Invitations',
    of: '{invited} of {total} users invited.',
    refresh: 'Refresh',
    done: { one: '{count} user was invited.', other: '{count} users were invited.' },
    leftOut: {
      one: '{count} user was skipped because they can already sign in, are no longer active, or have permissions that you don’t have.',
      other:
        '{count} users were skipped because they can already sign in, are no longer active, or have permissions that you don’t have.',
    },
    stopped: {
      actor_not_active: 'Stopped because the user who started the invitations is no longer active.',
      permission_lost:
        'Stopped because the user who started the invitations can no longer invite users.',
      account_reclaimed:
        'Stopped because the owner of the account that started the invitations reported a sign-in or took over the account.',
      backup_restored:
        'Stopped because a backup was restored. More users may have been invited since the backup was made.',
      internal_error: 'Stopped by an internal error. See the server log for details.',
    },
  },
  reasons: {
    required: 'Value missing',
    invalid_type: 'Wrong type',
    invalid_email: 'Invalid email address',
    too_long: 'Too long',
    invalid_characters: 'Contains characters that are not allowed',
    not_supported: 'Value not supported',
    unsupported_hash: 'Password hash not supported',
    status_conflict: 'Status and email_verified contradict each other',
    duplicate_row: 'An earlier row has the same email address',
    email_taken: 'Another account has this email address',
    unknown_role: 'No role has this name',
    insufficient_permission: 'You can assign only the user role',
    privilege_escalation: 'A role has permissions that you don’t have',
  },
  faults: {
    not_utf8: 'The file isn’t UTF-8. Save it as “CSV UTF-8” and upload it again.',
    empty_file: 'The file has no rows. Add at least one.',
    too_many_rows: 'The file has more than 200,000 rows. Split it into smaller files.',
    malformed_csv:
      'The file isn’t valid CSV. Check its quotes and separators, then upload it again.',
    malformed_json: 'The file isn’t valid JSON. Check its syntax, then upload it again.',
    not_an_array:
      'The file isn’t a list. Upload a JSON array, or an .ndjson file with one object per line.',
    row_too_long: 'A row is longer than 100,000 characters. Shorten it.',
    not_an_object: 'A row isn’t a JSON object. Write each user as in the example.',
    unknown_column: 'The column “{column}” is unknown. Rename or remove it.',
    duplicate_column: 'The column “{column}” appears twice. Remove one of them.',
    missing_column: 'The column “{column}” is missing. Name the columns in the first line.',
    atRow: 'Row {row}: {fault}',
  },
}

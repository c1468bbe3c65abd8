/** The charts on the home page. */
export const activity = {
  title: 'Activity',
  lead: 'Times are in UTC.',
  range: 'Time range',
  ranges: { '24h': '24 hours', '30d': '30 days' },
  charts: {
    signUps: 'Sign-ups',
    signIns: 'Sign-ins',
    signInFailures: 'Failed sign-ins',
    activeSessions: 'Active sessions',
  },
  notes: {
    signUps: 'Accounts users created themselves',
    signIns: 'New sessions',
    signInFailures: 'Incorrect passwords and codes',
    activeSessions: 'Peak, sampled every 5 minutes',
  },
  most: { hour: 'Peak {count} per hour', day: 'Peak {count} per day' },
  highest: 'Peak {count}',
  failures: 'Show in audit trail',
  notMeasured: 'Not measured',
  summary: '{title} from {from} to {to} UTC: {total} in total. {most}.',
  levelSummary: '{title} from {from} to {to} UTC: now {total}. {most}.',
  table: 'Show numbers',
  columns: { hour: 'Hour (UTC)', day: 'Day (UTC)' },
  emptyTitle: 'No activity yet',
  emptyText: 'Sign-ups, sign-ins, and sessions in this period appear here.',
}

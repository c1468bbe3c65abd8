import type { Messages } from '@/lib/i18n/en'

/** The charts on the home page, in Turkish. */
export const activity: Messages['activity'] = {
  title: 'Etkinlik',
  lead: 'Saatler UTC’ye göredir.',
  range: 'Zaman aralığı',
  ranges: { '24h': '24 saat', '30d': '30 gün' },
  charts: {
    signUps: 'Kaydolan kullanıcılar',
    signIns: 'Oturum açmalar',
    signInFailures: 'Başarısız oturum açma denemeleri',
    activeSessions: 'Etkin oturumlar',
  },
  notes: {
    signUps: 'Kullanıcıların kendi oluşturduğu hesaplar',
    signIns: 'Yeni oturumlar',
    signInFailures: 'Hatalı parolalar ve kodlar',
    activeSessions: 'En yüksek değer, 5 dakikada bir ölçülür',
  },
  most: { hour: 'Saatte en fazla {count}', day: 'Günde en fazla {count}' },
  highest: 'En yüksek değer: {count}',
  refusedSignIns: 'Reddedilen oturum açma denemelerini göster',
  refusedCodes: 'Reddedilen kodları göster',
  notMeasured: 'Ölçülmedi',
  summary: '{title}, {from} – {to} UTC: toplam {total}. {most}.',
  levelSummary: '{title}, {from} – {to} UTC: şu anda {total}. {most}.',
  table: 'Sayıları göster',
  columns: { hour: 'Saat (UTC)', day: 'Gün (UTC)' },
  emptyTitle: 'Henüz etkinlik yok',
  emptyText:
    'Bu dönemde kaydolan kullanıcılar, açılan oturumlar ve etkin oturumlar burada görünür.',
}

import type { Messages } from '@/lib/i18n/messages'

/** Birçok kullanıcıya aynı işlemi uygulamak: seçim, önizleme ve sonuç. */
export const bulkActions: Messages['bulkActions'] = {
  title: 'Toplu işlemler',
  lead: 'Birçok kullanıcıya aynı anda yapılanlar.',
  bar: {
    label: 'Toplu işlemler',
    selectAll: 'Bu sayfadaki tüm kullanıcıları seç',
    select: '{person} kullanıcısını seç',
    scope: 'Uygulanacak kullanıcılar',
    picked: 'Seçilen kullanıcılar',
    all: { one: 'Bu listedeki {count} kullanıcı', other: 'Bu listedeki {count} kullanıcının tümü' },
    allTooMany: 'Bu listedeki tüm kullanıcılar (en çok 10.000)',
    kind: 'İşlem',
    choose: 'Bir işlem seçin',
    review: 'Gözden geçir',
    selected: { one: '{count} seçildi', other: '{count} seçildi' },
  },
  faults: {
    nobody: 'En az bir kullanıcı seçin.',
    noKind: 'Bir işlem seçin.',
    tooMany: '10.000’den fazla kullanıcı eşleşiyor. Önce listeyi filtrelerle daraltın.',
    nobodyMatches: 'Artık bu filtrelere uyan kullanıcı yok.',
  },
  kinds: {
    activate: 'Etkinleştir',
    deactivate: 'Devre dışı bırak',
    end_sessions: 'Oturumları kapat',
    add_roles: 'Rol ekle',
    remove_roles: 'Rol kaldır',
    resend_invitation: 'Daveti yeniden gönder',
  },
  questions: {
    activate: {
      one: '{count} kullanıcı etkinleştirilsin mi?',
      other: '{count} kullanıcı etkinleştirilsin mi?',
    },
    deactivate: {
      one: '{count} kullanıcı devre dışı bırakılsın mı?',
      other: '{count} kullanıcı devre dışı bırakılsın mı?',
    },
    end_sessions: {
      one: '{count} kullanıcının oturumları kapatılsın mı?',
      other: '{count} kullanıcının oturumları kapatılsın mı?',
    },
    add_roles: { one: '{count} kullanıcıya rol eklensin mi?', other: '{count} kullanıcıya rol eklensin mi?' },
    remove_roles: {
      one: '{count} kullanıcıdan rol kaldırılsın mı?',
      other: '{count} kullanıcıdan rol kaldırılsın mı?',
    },
    resend_invitation: {
      one: '{count} davet yeniden gönderilsin mi?',
      other: '{count} davet yeniden gönderilsin mi?',
    },
  },
  headings: {
    activate: { one: '{count} kullanıcıyı etkinleştir', other: '{count} kullanıcıyı etkinleştir' },
    deactivate: {
      one: '{count} kullanıcıyı devre dışı bırak',
      other: '{count} kullanıcıyı devre dışı bırak',
    },
    end_sessions: {
      one: '{count} kullanıcının oturumlarını kapat',
      other: '{count} kullanıcının oturumlarını kapat',
    },
    add_roles: { one: '{count} kullanıcıya rol ekle', other: '{count} kullanıcıya rol ekle' },
    remove_roles: { one: '{count} kullanıcıdan rol kaldır', other: '{count} kullanıcıdan rol kaldır' },
    resend_invitation: {
      one: '{count} daveti yeniden gönder',
      other: '{count} daveti yeniden gönder',
    },
  },
  consequences: {
    activate: 'Giriş yapabilirler. Daha önce kapatılmış oturumlar kapalı kalır.',
    deactivate:
      'Tüm oturumları hemen kapanır, e-postalarındaki bağlantılar geçersiz olur ve biri hesapları yeniden etkinleştirene kadar giriş yapamazlar.',
    end_sessions:
      'Tüm tarayıcıları ve uygulamaları erişimi hemen kaybeder ve yeniden giriş yapması gerekir. Hesaplar olduğu gibi kalır.',
    add_roles: 'Var olan rollerine ek olarak şunları alırlar: {roles}. Hemen geçerli olur.',
    remove_roles: 'Şunları kaybederler: {roles}. Hemen geçerli olur.',
    resend_invitation:
      'Her birine parola seçme bağlantısı içeren yeni bir e-posta gider. Daha önce gönderilen bağlantılar geçerli kalır.',
  },
  unconfirmed: {
    one: '{count} tanesi e-posta adresini doğrulamadı. Hesabı yalnızca adresin ona ait olduğunu biliyorsanız etkinleştirin.',
    other:
      '{count} tanesi e-posta adresini doğrulamadı. Hesapları yalnızca adreslerin onlara ait olduğunu biliyorsanız etkinleştirin.',
  },
  preview: {
    lead: 'Henüz hiçbir şey değişmedi. Şu an yapılsa olacak olan budur; sırası gelince her kullanıcı yeniden denetlenir.',
    changed: 'Değişecek',
    unchanged: 'Değişiklik gerekmiyor',
    refused: 'Atlanacak',
    changedList: 'Değişecek kullanıcılar',
    refusedList: 'Atlanacak kullanıcılar',
    nothing: 'Yapılacak bir şey yok: bu kullanıcıların hiçbiri değişmez.',
    expires: 'Bunu {time} tarihine kadar çalıştırabilirsiniz.',
    cancel: 'Vazgeç',
  },
  roles: {
    addLabel: 'Eklenecek roller',
    addHint: 'İzinlerine sizin de sahip olduğunuz rolleri ekleyebilirsiniz.',
    removeLabel: 'Kaldırılacak roller',
    submit: 'Devam et',
    change: 'Başka roller seç',
  },
  progress: {
    label: 'İlerleme',
    of: '{processed} / {total} kullanıcı',
    refresh: 'Yenile',
    changed: 'Değişti',
    unchanged: 'Değişiklik gerekmedi',
    refused: 'Atlandı',
    waiting: 'Ulaşılmadı',
    refusedList: 'Atlanan kullanıcılar',
    done: 'Bitti. {total} kullanıcının tümü işlendi.',
    stop: 'Durdur',
    stopTitle: 'Bu toplu işlem durdurulsun mu?',
    stopText: 'İşlenen kullanıcılar şimdiki durumunda kalır. Ötekilere dokunulmaz.',
    ended: 'Hiçbir şey durdurulmadı: bu toplu işlem zaten sona ermiş.',
  },
  stopped: {
    cancelled: 'Elle durduruldu. Yalnızca burada sayılan kullanıcılar işlendi.',
    actor_not_active:
      'Durduruldu: başlatan hesap artık etkin değil. Yalnızca burada sayılan kullanıcılar işlendi.',
    permission_lost:
      'Durduruldu: başlatan kişi gerekli izni kaybetti. Yalnızca burada sayılan kullanıcılar işlendi.',
    role_gone: 'Durduruldu: bir rol silindi. Yalnızca burada sayılan kullanıcılar işlendi.',
    internal_error:
      'Bir iç hata nedeniyle durduruldu; hizmetin günlüğüne bakın. Yalnızca burada sayılan kullanıcılar işlendi.',
  },
  reasons: {
    own_account: 'Kendi hesabınız',
    not_found: 'Artık yok',
    privilege_escalation: 'Sizde olmayan izinleri var',
    last_admin: 'Son etkin yönetici',
    conflict: 'Hesap silinmiş',
    no_invitation: 'Açık davet yok',
  },
  conflict:
    'Bu çalıştırılamıyor: zaten çalıştırıldı, önizlemesi bir saatten eski ya da üç toplu işleminiz sürüyor.',
  firstOf: '{count} kullanıcının ilk {shown} tanesi.',
  columns: { user: 'Kullanıcı', status: 'Durum', reason: 'Neden', action: 'İşlem', started: 'Başlangıç' },
  statuses: {
    draft: 'Taslak',
    queued: 'Bekliyor',
    running: 'Sürüyor',
    completed: 'Bitti',
    stopped: 'Durduruldu',
  },
  history: {
    total: '{changed} değişti, {refused} atlandı',
    emptyTitle: 'Henüz toplu işlem yok',
    emptyText: 'Listeden kullanıcı seçip bir işlem belirleyin.',
    endTitle: 'Listenin sonu',
    endText: 'Daha eski toplu işlem yok.',
    newest: 'En yeniler',
    older: 'Daha eskiler',
    back: 'Tüm kullanıcılar',
  },
}

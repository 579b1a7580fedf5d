#include "isotypic/channels/internal/database.hpp"

#include <fcntl.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <system_error>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/internal/database_pages.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "ChannelStore";
/// LMDB reserves addresses for the file, not memory. The room doubles when it is used up.
constexpr std::size_t first_map_bytes = std::size_t{64} << 20;
constexpr std::size_t most_map_bytes = std::size_t{1} << 44;
constexpr unsigned most_readers = 512;
constexpr std::int64_t lock_file_bytes = 64 * 1024;  // more than so many readers take

[[noreturn]] void fail_here(const std::string& path, const char* action, int code) {
  if (code == MDB_INVALID || code == MDB_VERSION_MISMATCH || code == MDB_CORRUPTED ||
      code == MDB_PAGE_NOTFOUND || code == MDB_MAP_RESIZED) {
    fail(where, path, " is damaged: ", ::mdb_strerror(code),
         "; delete it, and the channels are computed again");
  }
  // LMDB says EIO where the disk has room for some of the bytes.
  fail_as(ErrorKind::Runtime, where, path, ": ", action, " failed: ", ::mdb_strerror(code),
          code == EIO ? " (is the disk full?)" : "");
}

/// A read or write transaction that is aborted unless it is committed.
class Transaction {
 public:
  Transaction() = default;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() { abort(); }

  int begin(MDB_env* env, unsigned flags) { return ::mdb_txn_begin(env, nullptr, flags, &own_); }
  int commit() { return ::mdb_txn_commit(std::exchange(own_, nullptr)); }
  void abort() {
    if (own_ != nullptr) ::mdb_txn_abort(std::exchange(own_, nullptr));
  }
  [[nodiscard]] MDB_txn* get() const { return own_; }

 private:
  MDB_txn* own_ = nullptr;
};

MDB_val to_value(std::string_view bytes) { return {bytes.size(), const_cast<char*>(bytes.data())}; }

std::string_view to_view(const MDB_val& value) {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

class LmdbDatabase final : public Database, public std::enable_shared_from_this<LmdbDatabase> {
 public:
  explicit LmdbDatabase(std::string path) : path_(std::move(path)) { open_file(); }
  LmdbDatabase(const LmdbDatabase&) = delete;
  LmdbDatabase& operator=(const LmdbDatabase&) = delete;
  ~LmdbDatabase() override { ::mdb_env_close(env_); }

  bool get(std::string_view key, const Visit& visit) override {
    Reader reader(*this);
    MDB_val wanted = to_value(key);
    MDB_val found{};
    const int code = ::mdb_get(reader.txn(), table_, &wanted, &found);
    if (code == MDB_NOTFOUND) return false;
    if (code != 0) fail_here(path_, "reading", code);
    visit(key, to_view(found));
    return true;
  }

  void put(std::span<const Entry> entries) override { write(entries, 0); }
  void append(std::span<const Entry> entries) override { write(entries, MDB_APPEND); }

  std::unique_ptr<Walk> walk() override { return std::make_unique<CursorWalk>(shared_from_this()); }

  [[nodiscard]] bool belongs_to_another_process() const override { return ::getpid() != process_; }

 private:
  /// A read transaction. While it lasts the map stays where it is.
  class Reader {
   public:
    explicit Reader(LmdbDatabase& database) {
      for (;;) {
        lock_ = std::shared_lock(database.map_mutex_);
        const int code = transaction_.begin(database.env_, MDB_RDONLY);
        if (code == 0) return;
        lock_.unlock();
        if (code != MDB_MAP_RESIZED) fail_here(database.path_, "reading", code);
        database.resize(false);
      }
    }
    [[nodiscard]] MDB_txn* txn() const { return transaction_.get(); }

   private:
    std::shared_lock<std::shared_mutex> lock_;
    Transaction transaction_;
  };

  class CursorWalk final : public Walk {
   public:
    explicit CursorWalk(std::shared_ptr<LmdbDatabase> database)
        : database_(std::move(database)), reader_(*database_) {
      MDB_cursor* opened = nullptr;
      const int code = ::mdb_cursor_open(reader_.txn(), database_->table_, &opened);
      if (code != 0) fail_here(database_->path_, "reading", code);
      cursor_.reset(opened);
      move(MDB_FIRST);
    }

    [[nodiscard]] bool at_end() const override { return at_end_; }
    [[nodiscard]] std::string_view key() const override { return to_view(key_); }
    [[nodiscard]] std::string_view value() const override { return to_view(value_); }
    void next() override { move(MDB_NEXT); }

   private:
    void move(MDB_cursor_op step) {
      const int code = ::mdb_cursor_get(cursor_.get(), &key_, &value_, step);
      at_end_ = code == MDB_NOTFOUND;
      if (code != 0 && !at_end_) fail_here(database_->path_, "reading", code);
    }

    std::shared_ptr<LmdbDatabase> database_;
    Reader reader_;
    std::unique_ptr<MDB_cursor, decltype([](MDB_cursor* c) { ::mdb_cursor_close(c); })> cursor_;
    MDB_val key_{};
    MDB_val value_{};
    bool at_end_ = false;
  };

  void open_file() {
    struct stat status {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    const std::size_t wanted = exists ? 2 * static_cast<std::size_t>(status.st_size) : 0;
    map_bytes_ = first_map_bytes;
    while (map_bytes_ < wanted) map_bytes_ *= 2;
    try {
      open_environment(!exists || ::access(path_.c_str(), W_OK) == 0);
      ::mdb_reader_check(env_, nullptr);  // frees the slots of readers that were killed
      Transaction first;
      int code = first.begin(env_, MDB_RDONLY);
      if (code == MDB_MAP_RESIZED) {  // by another process, or by damage
        resize(false);
        code = first.begin(env_, MDB_RDONLY);
      }
      if (code == 0) code = ::mdb_dbi_open(first.get(), nullptr, 0, &table_);
      if (code == 0) code = first.commit();
      if (code != 0) fail_here(path_, "opening", code);
      check();
    } catch (...) {
      ::mdb_env_close(env_);
      (void)::stat(path_.c_str(), &status);  // a file without its two first pages looks damaged
      if (!exists && status.st_size < 2 * ::sysconf(_SC_PAGESIZE)) ::unlink(path_.c_str());
      throw;
    }
  }

  /// A transaction survives the death of the process at once, and that of the machine from the
  /// next one on. What cannot be written to may lie where no lock can be made either.
  void open_environment(bool writable) {
    if (writable) reserve_lock_file();
    int code = try_open(writable ? 0U : MDB_RDONLY);
    if (code == EACCES && !writable) code = try_open(MDB_RDONLY | MDB_NOLOCK);
    if (code != 0) fail_here(path_, "opening", code);
  }

  /// With a new environment: one that failed to open cannot be opened again.
  int try_open(unsigned flags) {
    ::mdb_env_close(std::exchange(env_, nullptr));
    if (const int code = ::mdb_env_create(&env_); code != 0) return code;
    ::mdb_env_set_mapsize(env_, map_bytes_);
    ::mdb_env_set_maxreaders(env_, most_readers);
    return ::mdb_env_open(env_, path_.c_str(), flags | MDB_NOSUBDIR | MDB_NOMETASYNC | MDB_NOTLS,
                          0666);
  }

  /// LMDB writes to the lock file through memory: without room for it on the disk, that would end
  /// the process.
  void reserve_lock_file() const {
    const std::string name = path_ + "-lock";
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) fail_here(name, "opening", errno);
    struct stat status {};
    int code = ::fstat(descriptor, &status) == 0 ? 0 : errno;
    if (code == 0 && status.st_size < lock_file_bytes) {
      code = ::posix_fallocate(descriptor, 0, lock_file_bytes);
    }
    ::close(descriptor);
    if (code != 0) fail_here(name, "writing", code);
  }

  void check() {
    int descriptor = -1;
    ::mdb_env_get_fd(env_, &descriptor);
    constexpr int patience = 1000;  // a writer may commit twice while we look
    for (int i = 0; i < patience; ++i) {
      Transaction snapshot;
      const int code = snapshot.begin(env_, MDB_RDONLY);
      if (code == MDB_MAP_RESIZED) {
        resize(false);
        continue;
      }
      if (code != 0) fail_here(path_, "opening", code);
      if (check_pages(path_, descriptor, ::mdb_txn_id(snapshot.get()))) return;
    }
    fail(where, path_, " is damaged: its first pages disagree; delete it, and the channels are ",
         "computed again");
  }

  void write(std::span<const Entry> entries, unsigned flags) {
    for (;;) {
      const int code = try_write(entries, flags);
      if (code == 0) return;
      if (code != MDB_MAP_FULL && code != MDB_MAP_RESIZED) fail_here(path_, "writing", code);
      resize(code == MDB_MAP_FULL);
    }
  }

  int try_write(std::span<const Entry> entries, unsigned flags) {
    const std::shared_lock reading(map_mutex_);
    Transaction transaction;
    int code = transaction.begin(env_, 0);
    for (std::size_t i = 0; i < entries.size() && code == 0; ++i) {
      MDB_val key = to_value(entries[i].first);
      MDB_val value = to_value(entries[i].second);
      code = ::mdb_put(transaction.get(), table_, &key, &value, flags);
    }
    return code != 0 ? code : transaction.commit();
  }

  /// Makes more room, or takes over the room that another process made.
  void resize(bool grow) {
    const std::scoped_lock alone(map_mutex_);
    if (grow && map_bytes_ >= most_map_bytes) {
      fail_as(ErrorKind::Runtime, where, path_, ": more than ", most_map_bytes, " bytes");
    }
    if (grow) map_bytes_ *= 2;
    if (const int code = ::mdb_env_set_mapsize(env_, grow ? map_bytes_ : 0); code != 0) {
      fail_here(path_, "making room", code);
    }
    MDB_envinfo info{};
    ::mdb_env_info(env_, &info);
    map_bytes_ = info.me_mapsize;
  }

  std::string path_;
  pid_t process_ = ::getpid();
  MDB_env* env_ = nullptr;
  MDB_dbi table_ = 0;
  std::shared_mutex map_mutex_;  // shared: who has a transaction; alone: who moves the map
  std::size_t map_bytes_ = 0;
};

/// LMDB must not open a file twice in a process: its locks belong to the process, and closing one
/// would free those of the other.
class OpenDatabases {
 public:
  std::shared_ptr<Database> share(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
      auto known = open_[{status.st_dev, status.st_ino}].lock();
      if (known && !known->belongs_to_another_process()) return known;
    }
    // Whoever opens the file again waits until the last owner has closed it. A forked copy closes
    // nothing: it shares the mapping with the process that made it, which still needs it.
    const std::shared_ptr<LmdbDatabase> opened(new LmdbDatabase(path), [this](LmdbDatabase* last) {
      if (last->belongs_to_another_process()) return;
      const std::scoped_lock closing(mutex_);
      delete last;
    });
    if (::stat(path.c_str(), &status) == 0) open_[{status.st_dev, status.st_ino}] = opened;
    return opened;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<dev_t, ino_t>, std::weak_ptr<Database>> open_;
};

std::shared_ptr<Database> share(const std::string& path) {
  static OpenDatabases& databases = *new OpenDatabases;  // lives as long as any database
  return databases.share(path);
}

}  // namespace

std::shared_ptr<Database> Database::open(const std::string& path) {
  return is_database_file(path) ? share(path) : nullptr;
}

std::shared_ptr<Database> Database::create(const std::string& path) {
  static_cast<void>(is_database_file(path));  // or it says what is wrong
  return share(path);
}

}  // namespace isotypic

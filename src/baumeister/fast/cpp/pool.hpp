// A thread pool: starting a thread takes longer than stepping a thousand positions.
#pragma once

#include <unistd.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace baumeister {

class Pool {
   public:
    // The pool of this process; a forked child has none of its parent's threads and gets its own.
    static Pool& mine() {
        static std::mutex creating;
        static Pool* pool = nullptr;  // never destroyed: its threads end with the process
        static pid_t owner = 0;
        std::lock_guard<std::mutex> lock(creating);
        if (!pool || owner != getpid()) {
            pool = new Pool;
            owner = getpid();
        }
        return *pool;
    }

    // Runs work(part) for each part, part 0 on this thread; returns when all are done.
    void run(int parts, const std::function<void(int)>& work) {
        std::lock_guard<std::mutex> one_at_a_time(running);
        {
            std::lock_guard<std::mutex> lock(state);
            for (; threads < parts - 1; ++threads) std::thread(&Pool::wait_for_work, this, threads + 1, round).detach();
            job = &work;
            active_parts = parts;
            left = parts - 1;
            ++round;
        }
        begin.notify_all();
        work(0);
        std::unique_lock<std::mutex> lock(state);
        end.wait(lock, [&] { return left == 0; });
        job = nullptr;
    }

   private:
    void wait_for_work(int part, uint64_t seen) {
        for (;;) {
            const std::function<void(int)>* work;
            {
                std::unique_lock<std::mutex> lock(state);
                begin.wait(lock, [&] { return round != seen && part < active_parts; });
                seen = round;
                work = job;
            }
            (*work)(part);
            std::lock_guard<std::mutex> lock(state);
            if (--left == 0) end.notify_one();
        }
    }

    std::mutex running, state;
    std::condition_variable begin, end;
    const std::function<void(int)>* job = nullptr;
    uint64_t round = 0;
    int active_parts = 0, left = 0, threads = 0;
};

}  // namespace baumeister

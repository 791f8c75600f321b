target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = internal global [2 x ptr] zeroinitializer, align 16
@lock = global i32 0, align 4
@turn = global i32 0, align 4
@data = global [2 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %retval = alloca i32, align 4
  %t = alloca [2 x i64], align 16
  %r = alloca ptr, align 8
  %i = alloca i64, align 8
  %i2 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store ptr @work, ptr getelementptr inbounds ([2 x ptr], ptr @table, i64 0, i64 1), align 8
  store ptr @work, ptr @table, align 16
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:
  %0 = load i64, ptr %i, align 8
  %cmp = icmp slt i64 %0, 2
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %1 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 %1
  %2 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %2
  %3 = load ptr, ptr %arrayidx1, align 8
  %4 = load i64, ptr %i, align 8
  %5 = inttoptr i64 %4 to ptr
  %call = call i32 @pthread_create(ptr %arrayidx, ptr null, ptr %3, ptr %5)
  br label %for.inc

for.inc:
  %6 = load i64, ptr %i, align 8
  %inc = add nsw i64 %6, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:
  store i32 0, ptr %i2, align 4
  br label %for.cond3

for.cond3:
  %7 = load i32, ptr %i2, align 4
  %cmp4 = icmp slt i32 %7, 2
  br i1 %cmp4, label %for.body5, label %for.end10

for.body5:
  %8 = load i32, ptr %i2, align 4
  %idxprom = sext i32 %8 to i64
  %arrayidx6 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 %idxprom
  %9 = load i64, ptr %arrayidx6, align 8
  %call7 = call i32 @pthread_join(i64 %9, ptr %r)
  br label %for.inc8

for.inc8:
  %10 = load i32, ptr %i2, align 4
  %inc9 = add nsw i32 %10, 1
  store i32 %inc9, ptr %i2, align 4
  br label %for.cond3

for.end10:
  %11 = load ptr, ptr %r, align 8
  %cmp11 = icmp ne ptr %11, null
  %conv = zext i1 %cmp11 to i32
  ret i32 %conv
}

define internal ptr @work(ptr %p) {
entry:
  %retval = alloca ptr, align 8
  %p.addr = alloca ptr, align 8
  %me = alloca i64, align 8
  %i = alloca i32, align 4
  %e = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp6 = alloca i32, align 4
  %atomic-temp7 = alloca i32, align 4
  store ptr %p, ptr %p.addr, align 8
  %0 = load ptr, ptr %p.addr, align 8
  %1 = ptrtoint ptr %0 to i64
  store i64 %1, ptr %me, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:
  %2 = load i32, ptr %i, align 4
  %cmp = icmp slt i32 %2, 2
  br i1 %cmp, label %for.body, label %for.end

for.body:
  br label %do.body

do.body:
  store i32 0, ptr %e, align 4
  br label %do.cond

do.cond:
  store i32 1, ptr %.atomictmp, align 4
  %3 = load i32, ptr %e, align 4
  %4 = load i32, ptr %.atomictmp, align 4
  %5 = cmpxchg ptr @lock, i32 %3, i32 %4 acquire monotonic, align 4
  %6 = extractvalue { i32, i1 } %5, 0
  %7 = extractvalue { i32, i1 } %5, 1
  br i1 %7, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:
  store i32 %6, ptr %e, align 4
  br label %cmpxchg.continue

cmpxchg.continue:
  %storedv = zext i1 %7 to i8
  store i8 %storedv, ptr %cmpxchg.bool, align 1
  %8 = load i8, ptr %cmpxchg.bool, align 1
  %loadedv = trunc i8 %8 to i1
  %lnot = xor i1 %loadedv, true
  br i1 %lnot, label %do.body, label %do.end

do.end:
  %9 = load i32, ptr %i, align 4
  %10 = load i64, ptr %me, align 8
  %arrayidx = getelementptr inbounds [2 x i32], ptr @data, i64 0, i64 %10
  %11 = load i32, ptr %arrayidx, align 4
  %add = add nsw i32 %11, %9
  store i32 %add, ptr %arrayidx, align 4
  store i32 0, ptr %.atomictmp1, align 4
  %12 = load i32, ptr %.atomictmp1, align 4
  store atomic i32 %12, ptr @lock release, align 4
  br label %while.cond

while.cond:
  %13 = load atomic i32, ptr @turn acquire, align 4
  store i32 %13, ptr %atomic-temp, align 4
  %14 = load i32, ptr %atomic-temp, align 4
  %conv = sext i32 %14 to i64
  %15 = load i64, ptr %me, align 8
  %cmp2 = icmp ne i64 %conv, %15
  br i1 %cmp2, label %while.body, label %while.end

while.body:
  br label %while.cond

while.end:
  %16 = load i64, ptr %me, align 8
  %arrayidx4 = getelementptr inbounds [2 x i32], ptr @data, i64 0, i64 %16
  %17 = load i32, ptr %arrayidx4, align 4
  switch i32 %17, label %sw.default [
    i32 0, label %sw.bb
    i32 1, label %sw.bb5
  ]

sw.bb:
  store atomic i32 1, ptr @turn monotonic, align 4
  br label %sw.epilog

sw.bb5:
  store i32 1, ptr %.atomictmp6, align 4
  %18 = load i32, ptr %.atomictmp6, align 4
  %19 = atomicrmw max ptr @turn, i32 %18 monotonic, align 4
  store i32 %19, ptr %atomic-temp7, align 4
  %20 = load i32, ptr %atomic-temp7, align 4
  br label %sw.epilog

sw.default:
  store ptr null, ptr %retval, align 8
  br label %return

sw.epilog:
  br label %for.inc

for.inc:
  %21 = load i32, ptr %i, align 4
  %inc = add nsw i32 %21, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond

for.end:
  %22 = load ptr, ptr %p.addr, align 8
  store ptr %22, ptr %retval, align 8
  br label %return

return:
  %23 = load ptr, ptr %retval, align 8
  ret ptr %23
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)

declare i32 @pthread_join(i64, ptr)

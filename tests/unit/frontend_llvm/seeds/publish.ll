target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr }

@head = global ptr null, align 8
@flag = global i32 0, align 4
@table = global [3 x i32] zeroinitializer, align 4

define void @one() {
entry:
  %n = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %call = call ptr @malloc(i64 16)
  store ptr %call, ptr %n, align 8
  %0 = load ptr, ptr %n, align 8
  %data = getelementptr inbounds %struct.node, ptr %0, i32 0, i32 0
  store i32 1, ptr %data, align 8
  %1 = load ptr, ptr %n, align 8
  %next = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 1
  store ptr null, ptr %next, align 8
  %2 = load ptr, ptr %n, align 8
  store ptr %2, ptr %.atomictmp, align 8
  %3 = load i64, ptr %.atomictmp, align 8
  store atomic i64 %3, ptr @head release, align 8
  store i32 1, ptr %.atomictmp1, align 4
  %4 = load i32, ptr %.atomictmp1, align 4
  %5 = atomicrmw add ptr @flag, i32 %4 seq_cst, align 4
  store i32 %5, ptr %atomic-temp, align 4
  %6 = load i32, ptr %atomic-temp, align 4
  ret void
}

declare ptr @malloc(i64)

define void @two() {
entry:
  %n = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %e = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp1 = alloca i32, align 4
  %0 = load atomic i64, ptr @head acquire, align 8
  store i64 %0, ptr %atomic-temp, align 8
  %1 = load ptr, ptr %atomic-temp, align 8
  store ptr %1, ptr %n, align 8
  %2 = load ptr, ptr %n, align 8
  %tobool = icmp ne ptr %2, null
  br i1 %tobool, label %land.lhs.true, label %if.end

land.lhs.true:
  %3 = load ptr, ptr %n, align 8
  %data = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 0
  %4 = load i32, ptr %data, align 8
  %cmp = icmp eq i32 %4, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:
  fence seq_cst
  br label %if.end

if.end:
  store i32 0, ptr %e, align 4
  store i32 2, ptr %.atomictmp, align 4
  %5 = load i32, ptr %e, align 4
  %6 = load i32, ptr %.atomictmp, align 4
  %7 = cmpxchg ptr @flag, i32 %5, i32 %6 acq_rel monotonic, align 4
  %8 = extractvalue { i32, i1 } %7, 0
  %9 = extractvalue { i32, i1 } %7, 1
  br i1 %9, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:
  store i32 %8, ptr %e, align 4
  br label %cmpxchg.continue

cmpxchg.continue:
  %storedv = zext i1 %9 to i8
  store i8 %storedv, ptr %cmpxchg.bool, align 1
  %10 = load i8, ptr %cmpxchg.bool, align 1
  %loadedv = trunc i8 %10 to i1
  %11 = load i32, ptr %e, align 4
  %and = and i32 %11, 1
  %idxprom = sext i32 %and to i64
  %arrayidx = getelementptr inbounds [3 x i32], ptr @table, i64 0, i64 %idxprom
  %12 = load i32, ptr %e, align 4
  store i32 %12, ptr %.atomictmp1, align 4
  %13 = load i32, ptr %.atomictmp1, align 4
  store atomic i32 %13, ptr %arrayidx monotonic, align 4
  ret void
}

define i32 @main() {
entry:
  %retval = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  ret i32 0
}

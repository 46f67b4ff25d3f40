;; The parser's functions that a lexer calls for each character, for the common case: a character of one UTF-16 unit that is
;; not a line break, inside a chunk of the text. In every other case they call the parser.
;;
;; $lexer points to a `Lexer` of the C sources of the pinned web-tree-sitter. Offsets (32-bit pointers):
;;   0 lookahead, 8 advance, 12 mark_end, 24 eof, 32 position (bytes, row, column), 44 start and 56 end of the token,
;;   68 ranges, 72 chunk, 96 logger, 100 number of ranges, 104 current range, 108 start and 112 size of the chunk,
;;   116 size of the lookahead, 124 column in characters, 128 whether that column is valid
;;
;; The names of the memory and the table are those that binaryen gives to the imports of a grammar.
(module
  (type $advance (func (param i32 i32)))
  (type $eof (func (param i32) (result i32)))
  (type $mark_end (func (param i32)))
  (import "env" "memory" (memory $mimport$0 0))
  (import "env" "__indirect_function_table" (table $timport$0 0 funcref))

  (func $own_advance (param $lexer i32) (param $skip i32) (param $target i32)
    (local $at i32) (local $offset i32) (local $unit i32)
    (block $call
      (br_if $call (i32.ne (local.get $target) (i32.load offset=8 (local.get $lexer))))
      (br_if $call (i32.ne (i32.load offset=116 (local.get $lexer)) (i32.const 2)))
      (br_if $call (i32.eq (i32.load (local.get $lexer)) (i32.const 10)))
      (br_if $call (i32.ge_u (i32.load (local.get $lexer)) (i32.const 0xd800)))
      (br_if $call (i32.load offset=96 (local.get $lexer)))
      (br_if $call (i32.load offset=104 (local.get $lexer)))
      (local.set $at (i32.add (i32.load offset=32 (local.get $lexer)) (i32.const 2)))
      ;; The end of the range, and of the chunk.
      (br_if $call (i32.le_u (i32.load offset=20 (i32.load offset=68 (local.get $lexer))) (local.get $at)))
      (local.set $offset (i32.sub (local.get $at) (i32.load offset=108 (local.get $lexer))))
      (br_if $call (i32.ge_u (local.get $offset) (i32.load offset=112 (local.get $lexer))))
      (local.set $unit (i32.load16_u (i32.add (i32.load offset=72 (local.get $lexer)) (local.get $offset))))
      ;; Surrogates.
      (br_if $call (i32.lt_u (i32.sub (local.get $unit) (i32.const 0xd800)) (i32.const 0x800)))
      (if (i32.load8_u offset=128 (local.get $lexer))
        (then (i32.store offset=124 (local.get $lexer)
          (i32.add (i32.load offset=124 (local.get $lexer)) (i32.const 1)))))
      (i32.store offset=32 (local.get $lexer) (local.get $at))
      (i32.store offset=40 (local.get $lexer) (i32.add (i32.load offset=40 (local.get $lexer)) (i32.const 2)))
      (if (local.get $skip)
        (then
          (i64.store offset=44 align=4 (local.get $lexer) (i64.load offset=32 align=4 (local.get $lexer)))
          (i32.store offset=52 (local.get $lexer) (i32.load offset=40 (local.get $lexer)))))
      (i32.store (local.get $lexer) (local.get $unit))
      (return))
    (call_indirect $timport$0 (type $advance) (local.get $lexer) (local.get $skip) (local.get $target)))

  (func $own_eof (param $lexer i32) (param $target i32) (result i32)
    (block $call
      (br_if $call (i32.ne (local.get $target) (i32.load offset=24 (local.get $lexer))))
      (return (i32.eq (i32.load offset=104 (local.get $lexer)) (i32.load offset=100 (local.get $lexer)))))
    (call_indirect $timport$0 (type $eof) (local.get $lexer) (local.get $target)))

  (func $own_mark_end (param $lexer i32) (param $target i32)
    (block $call
      (br_if $call (i32.ne (local.get $target) (i32.load offset=12 (local.get $lexer))))
      (br_if $call (i32.load offset=104 (local.get $lexer)))
      (br_if $call (i32.load offset=96 (local.get $lexer)))
      (i64.store offset=56 align=4 (local.get $lexer) (i64.load offset=32 align=4 (local.get $lexer)))
      (i32.store offset=64 (local.get $lexer) (i32.load offset=40 (local.get $lexer)))
      (return))
    (call_indirect $timport$0 (type $mark_end) (local.get $lexer) (local.get $target)))
)

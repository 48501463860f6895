Creator "yFiles"
Version "2.14"
# a comment
graph
[
  hierarchic 1
  directed 1
  label "T&#252;r &quot;x&quot; &amp; y"
  node
  [
    id 0
    label "1 & 2 &nix; &#x41;"
    graphics [ x 10.5 y -20 w 30.0 h 30.0 type "ellipse" fill "#FFCC00" Line [ point [ x 1 y 2 ] ] ]
    LabelGraphics [ text "1" ]
  ]
  node [ id 7 label "b" graphics [ x 1E2 y 0.0 ] ]
  edge [ source 0 target 7 weight 1.5 label "" value 3 ]
  edge [ source 7 target 7 value -2 ]
]
